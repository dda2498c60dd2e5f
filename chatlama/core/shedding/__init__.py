"""What shedding games have in common: everybody lays cards on one pile, and the top card counts.

``position`` says what there is, ``rounds`` what happens in a round, ``objection`` why a move is
refused, ``screen`` how it is shown, ``cases`` how worked cases write it. Which cards fit, how a
round is scored, who begins and every word are the games' own.

Alpaka and Eins drauf stand on this. Citations name the rule book's rulings for both where both
have one: (A6, E3).
"""
