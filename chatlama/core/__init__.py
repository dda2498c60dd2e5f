"""The rules core: pure functions over immutable values.

No I/O, no clock, no chance of its own and no third-party package: time and randomness come in as
arguments, so everything here can be run again with the same result.
"""
