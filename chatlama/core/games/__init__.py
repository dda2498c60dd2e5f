"""The games that ship with chatlama, one folder each; they come in by entry point like any other."""
