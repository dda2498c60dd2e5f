"""Where the numbers of computer players come from: searches that can be run again.

They play on deals of their own, never on those that ``bench.players`` reports.
"""
