"""Table life around any game: who sits there, what was agreed, what happened, what is seen.

``model`` says what a table is, ``intents`` what may be asked of it, ``advance`` what becomes of it,
``screens`` what it looks like. All of it is pure.
"""
