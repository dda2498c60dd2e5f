"""Computer players of shedding games: rules of thumb, mistakes, and a search.

``kind`` holds a game's rules as tables, ``lore`` all that is known of one game, ``thumb`` plays by
rules of thumb, ``easy`` forgets them now and then, ``hard`` looks ahead: ``unseen`` deals what it
can't see, ``rounds`` plays out, ``outlook`` says what the points are worth.
"""
