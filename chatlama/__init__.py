"""chatlama: add it to a group chat and play cards there."""
