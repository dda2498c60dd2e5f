"""Where people are: each transport turns presses into ``Incoming`` and shows ``Page`` values."""
