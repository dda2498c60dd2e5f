"""The shell between pure tables and the world: it loads, advances, commits, answers and paints.

It knows no chat system and no database, only the protocols in ``ports``.
"""
