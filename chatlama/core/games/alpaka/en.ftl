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

alpaka-rules-full =
    Aim. Whoever has the fewest penalty points in the end wins; ties share the victory. You play until somebody has 40 points or more after a round. Before the game you can also choose 20, 60 or 80.

    Cards. The numbers 1 to 6 and the alpaca, eight of each, 56 in all. The values form a circle: after the 6 comes the alpaca, and after the alpaca the 1.

    A round. Everybody is dealt six cards, one is turned up, the rest is the draw pile. The deal moves clockwise from round to round, and the seat to the left of the dealer begins. On your turn you do exactly one of three things. You never have to play a card:
    • Play one card of the value on top or the next one. On a 3 goes a 3 or a 4, on a 6 a 6 or the alpaca, on an alpaca another alpaca or a 1.
    • Draw a card from the draw pile. You can’t play it before your next turn. An empty pile is not shuffled anew: then you can only play or quit.
    • Quit. You are out for the rest of the round. Your cards stay face down and count in the end.
    If all others have quit, you carry on alone, but without drawing. Even then you may quit at any time.

    End of a round. At once when somebody plays the last card or nobody is left in the round. If a single hand is left and none of its cards fits, the round is over, too.

    Scoring. All hands are shown, also those of players who quit. Every card costs its number, the alpaca 10, but equal cards count only once: two fours, a 6 and an alpaca make 20, five twos make 2. So collecting equal cards does no harm.
    Whoever played the last card pays nothing and gets rid of one point, if there is one. Only then do you look whether the game is over.

    Chips. They show the points: ● is 10, ○ is 1.

    Englert (if chosen). The next lower value fits, too: a 2 on a 3, a 6 on the alpaca, the alpaca on a 1. And only the dearest hand pays; if several are equally dear, all of them do.

    Time. Out of time on your turn, you quit the round. Whoever leaves the table is out of the game, and their cards no longer count in this round; the others play on while there are two.

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

# Why a computer would do it, said to whoever asked for a hint

alpaka-why-same = The equal one first: whatever fits now will still fit afterwards.
alpaka-why-next = It fits, and what is laid costs nothing any more.
alpaka-why-draw = Nothing fits, and { $cost } points are too many to quit with: better draw and hope.
alpaka-why-quit = Nothing fits, and { $cost } { $cost ->
    [one] point is
   *[other] points are
 } little: each card drawn is likelier to make it more.
alpaka-why-only = There is nothing else left to do.
alpaka-why-better = This one first: played out, it ends well more often than the other one.
alpaka-why-draw-though = Though a card fits: played out, waiting ends well more often.
alpaka-why-draw-on = The chance of a card that fits is greater than its price.
alpaka-why-quit-though = Though a card fits: playing on would turn out dear more often.
alpaka-why-quit-early = { $cost } { $cost ->
    [one] point hurts
   *[other] points hurt
 }, but by drawing on it will probably be more.
alpaka-why-slip = A gut feeling.
