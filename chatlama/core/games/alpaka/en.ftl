## Alpaka. A card comes as a number from 1 to 7 ($card, $top), 7 is the alpaca; or as a sign.

alpaka-title = Alpaka
alpaka-rules-text =
    Whoever has the fewest penalty points in the end wins; ties are shared.
    There are the numbers 1 to 6 and the alpaca, eight of each. Everybody starts with six cards.
    On your turn you choose one:
    • Play the value on top or the next one. After the 6 comes the alpaca, then the 1 again.
    • Draw a card while the draw pile lasts. That ends your turn.
    • Quit: you sit out the rest of the round, but your cards count.
    The round is over when a hand is empty or all have quit. Who plays on alone draws no more; if nothing fits, it is over too.
    Each value counts once, the alpaca 10. An empty hand returns a chip: one point less.
    When somebody reaches the target score, the game ends.
    Englert: the next lower value fits too, and only the dearest hand pays.

# What is chosen before the game

alpaka-rules = Rules
alpaka-classic = classic
alpaka-englert = Englert
alpaka-target = Target
alpaka-points = { $points }

# The table

alpaka-header = 🦙 Alpaka · Round { $round } · to { $target }
alpaka-header-englert = { alpaka-header } · Englert
alpaka-top = On top: { $card }
alpaka-pile = { "    " }Draw pile: { $pile ->
    [0] empty
   *[number] { $pile }
 }
alpaka-count = { $cards ->
    [one] { $cards } card
   *[other] { $cards } cards
 }
alpaka-out = out ({ $cards })
alpaka-away = left

# One's own hand

alpaka-hand = Your hand · costs { $cost }
alpaka-hand-out = You have quit · costs { $cost }
alpaka-hand-short = { $title }: { $cards } (on top: { $top })

# Moves

alpaka-card = { $card ->
    [7] alpaca
   *[number] { $card }
 }
alpaka-play = Play { alpaka-card }
alpaka-draw = Draw
alpaka-quit = Quit

# What happened

alpaka-one = { $card ->
    [7] an alpaca
   *[number] a { $card }
 }
alpaka-played = { $player } plays { alpaka-one }.
alpaka-drew = { $player } draws a card.
alpaka-drawn = You draw { alpaka-one }.
alpaka-quits = { $player } quits.

# Why something is refused

alpaka-no-such-move = There is no such move in Alpaka.
alpaka-round-over = The round is over. The next one is about to begin.
alpaka-not-in-game = You have left this game.
alpaka-has-quit = You have quit. You are back in the next round.
alpaka-not-your-turn = It is { $player }’s turn.
alpaka-one-card = You may play only one card a turn.
alpaka-not-in-hand = You hold no { alpaka-card }.
alpaka-on = { $top ->
    [7] the alpaca
   *[number] the { $top }
 }
alpaka-misfit = On { alpaka-on } you may only play { $same } or { $higher }.
alpaka-misfit-englert = On { alpaka-on } you may only play { $lower }, { $same } or { $higher }.
alpaka-no-draw-alone = All others are out: no more drawing, only playing or quitting.
alpaka-no-draw-empty = The draw pile is empty and is not shuffled anew.

# After the round

alpaka-ended-empty = Round over: { $player } is out of cards.
alpaka-ended-stuck = Round over: no card fits any more.
alpaka-ended-quit = Round over: everybody has quit.
alpaka-ended-unscored = Too few left: the round does not count.
alpaka-chip = { $player } returns a chip.
alpaka-winners = 🏆 { $players } { $count ->
    [one] wins
   *[other] win
 }!
