## One Up. A card comes as a number from 1 to 8 ($card, $top): 1 ace, 7 king, 8 joker; or as a sign.

eins-drauf-title = One Up
eins-drauf-rules-text =
    Get rid of your cards: whoever has the fewest penalty points in the end wins; ties are shared.
    There are ace, 2 to 6 and king, eight of each; suits don’t matter. Everybody starts with six.
    On your turn you choose one:
    • Play one card: the value on top or the next higher one. After the 6 comes the king, then the ace again.
    • Draw a card while the draw pile lasts. That ends your turn.
    • Quit: you sit out the rest of the round, but your cards count.
    The round is over when a hand is empty or all have quit. Who plays on alone draws no more.
    Each value counts once: ace 1, king 10. Who finishes gives back 10 points, or 1 with fewer than 10, and begins the next round, as does who quits last.
    When somebody reaches the target score, the game ends.
eins-drauf-rules-full =
    Aim. Have the fewest penalty points when the game ends. It ends after the round in which somebody reaches 40 (short game: 30); ties share the victory.

    Cards. Ace, 2, 3, 4, 5, 6 and king, eight of each, 56 in all. Suits mean nothing. The values form a circle: after the 6 comes the king, after the king the ace, after the ace the 2.

    A round. Everybody is dealt six cards, one card is turned up, the rest is the draw pile. Turns go clockwise. On your turn you do exactly one of three things, and you are never forced to play:
    • Play one card that equals the top card or is one step higher. On a 3 goes a 3 or a 4, on a 6 a 6 or a king, on a king a king or an ace. A lower card never fits, and it is one card a turn even if you hold several that do.
    • Draw the next card of the draw pile. You can’t play it before your next turn. An empty draw pile stays empty: then it is playing or quitting.
    • Quit. Your hand lies face down before you until the scoring, and you miss the rest of the round.
    If all others have quit, you play on alone, without drawing, for as long as you can and like; then you quit too.

    End of a round. As soon as somebody plays the last card, or when everybody has quit.

    Scoring. Whatever is left in your hand costs its value, an ace 1 and a king 10, but each value only once. 3, 3, 5 and king cost 18; three aces cost 1. It does not matter whether you had quit.
    Who has finished pays nothing and gives points back: 10 if there are at least 10, else 1 if there is any. Only then do you look whether somebody has reached the target.
    Who ended the round by finishing or by quitting last begins the next one.

    Wild joker (if chosen). One joker joins the pack. It may be played on any card, even as your last one. On the joker, also as the first card turned up, only a king or an ace may follow. Left in your hand it costs 20, beside a king’s 10.

    Chips (if chosen). Points are chips, white for 1 and black for 10, and may be changed at any time. Who finishes chooses which chip to give back: black with at least 10 points, white with at least 1. Out of time, the dearer one goes back.

    Time. Out of time on your turn, you quit the round. Who leaves the table is out of the game, without a score for the running round; the others play on while there are two.

# What is chosen before the game

eins-drauf-target = Target score
eins-drauf-points = { $points ->
    [one] { $points } penalty point
   *[other] { $points } penalty points
 }
eins-drauf-joker = Wild joker
eins-drauf-chips = Chips
eins-drauf-no = no
eins-drauf-yes = yes

# The table

eins-drauf-header = 🔼 One Up · Round { $round } · to { $target }
eins-drauf-with = With: { $variants }
eins-drauf-top = On top: { $card }
eins-drauf-on-joker = { " " }(K or A)
eins-drauf-pile = { "    " }Draw pile: { $pile ->
    [0] empty
   *[number] { $pile }
 }
eins-drauf-count = { $cards ->
    [one] { $cards } card
   *[other] { $cards } cards
 }
eins-drauf-out = out ({ $cards })
eins-drauf-away = left

# One's own hand

eins-drauf-hand = Your hand · costs { $cost }
eins-drauf-hand-out = You have quit · costs { $cost }
eins-drauf-hand-short = { $title }: { $cards } (on top: { $top })

# Moves

eins-drauf-card = { $card ->
    [1] ace
    [7] king
    [8] joker
   *[number] { $card }
 }
eins-drauf-play = Play { eins-drauf-card }
eins-drauf-draw = Draw
eins-drauf-quit = Quit
eins-drauf-chip = { $points ->
    [10] Black chip (10)
   *[other] White chip ({ $points })
 }

# What happened

eins-drauf-one = { $card ->
    [1] an ace
    [7] a king
    [8] the joker
   *[number] a { $card }
 }
eins-drauf-played = { $player } plays { eins-drauf-one }.
eins-drauf-drew = { $player } draws a card.
eins-drauf-drawn = You draw { eins-drauf-one }.
eins-drauf-quits = { $player } quits.
eins-drauf-returned = { $player } gives back { $points ->
    [one] { $points } point
   *[other] { $points } points
 }.

# Why something is refused

eins-drauf-no-such-move = There is no such move in One Up.
eins-drauf-round-over = The round is over. The next one is about to begin.
eins-drauf-not-in-game = You have left this game.
eins-drauf-has-quit = You have quit. You are back in the next round.
eins-drauf-not-your-turn = It is { $player }’s turn.
eins-drauf-one-card = You may play only one card a turn.
eins-drauf-not-in-hand = You hold no { eins-drauf-card }.
eins-drauf-on = { $top ->
    [1] the ace
    [7] the king
    [8] the joker
   *[number] the { $top }
 }
eins-drauf-misfit = On { eins-drauf-on } you may only play { $one } or { $other }.
eins-drauf-misfit-joker = On { eins-drauf-on } you may only play { $one }, { $other } or the joker.
eins-drauf-no-draw-alone = All others are out: no more drawing, only playing or quitting.
eins-drauf-no-draw-empty = The draw pile is empty and is not shuffled anew.
eins-drauf-no-chip-now = No chip is given back now.
eins-drauf-chip-first = The round is over: first { $player } gives back a chip.
eins-drauf-no-such-chip = { $points ->
    [one] With { $points } point you can give back one white chip only.
   *[other] With { $points } points you give back one chip: black for 10, white for 1, if you have as many.
 }

# After the round

eins-drauf-ended-empty = Round over: { $player } is out of cards.
eins-drauf-ended-quit = Round over: everybody has quit.
eins-drauf-ended-unscored = Too few left: the round does not count.
eins-drauf-chooses = { $player } gives back a chip: which one?
eins-drauf-both = { $first } { $second }
eins-drauf-begins = { $player } begins the next round.
eins-drauf-winners = 🏆 { $players } { $count ->
    [one] wins
   *[other] win
 }!

# Why a computer would do it, said to whoever asked for a hint

eins-drauf-why-same = The equal one first: whatever fits now will still fit afterwards.
eins-drauf-why-next = It fits, and what is laid costs nothing any more.
eins-drauf-why-draw = Nothing fits, and { $cost } { $cost ->
    [one] point is too much
   *[other] points are too many
 } to quit with: better draw and hope.
eins-drauf-why-quit = Nothing fits, and { $cost } { $cost ->
    [one] point is
   *[other] points are
 } little: each card drawn is likelier to make it more.
eins-drauf-why-only = There is nothing else left to do.
eins-drauf-why-better = This one first: played out, it ends well more often than the other one.
eins-drauf-why-draw-though = Though a card fits: played out, waiting ends well more often.
eins-drauf-why-draw-on = The chance of a card that fits is greater than its price.
eins-drauf-why-quit-though = Though a card fits: playing on would turn out dear more often.
eins-drauf-why-quit-early = { $cost } { $cost ->
    [one] point hurts
   *[other] points hurt
 }, but by drawing on it will probably be more.
eins-drauf-why-slip = A gut feeling.
eins-drauf-why-chip = The dearer chip brings more.
eins-drauf-why-wild = Nothing else fits, and in the hand the joker costs 20.
