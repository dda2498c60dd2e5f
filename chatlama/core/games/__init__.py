"""The games that ship with chatlama, a folder each; they come in by entry point like any other."""
