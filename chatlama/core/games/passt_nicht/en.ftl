## Passt nicht! A card comes as $colour, $number and $sign, or said already ($card, $top).

passt-nicht-title = Passt nicht!
passt-nicht-rules-text =
    Five colours, numbers 0 to 5, each card twice, and four jokers. Everybody holds five cards. On your turn you use exactly one:
    • Discard a card that matches the top of the discard pile in colour or number, from your hand or from the top of a stack of your layout.
    • Lay a card that does not match from your hand into your layout, colour by colour, and draw one. Not while a top card of your layout matches!
    • A joker matches everything. You wish for a colour or a number, and whoever can must follow it, or play a joker.
    The round is over when a hand is empty. Your layout counts for you, covered cards too; cards in hand count against you, a joker 10.
    When somebody has 50 points, the most points win.
passt-nicht-full-rules =
    Cards: red 🔴, pink 🌸, yellow ⭐, green 🍀 and blue 🔷, each with two copies of 0, 1, 2, 3, 4 and 5, and four jokers 🃏. Everybody gets five cards, one is turned up for the discard pile, the rest is the draw pile. A joker is never the first card up. The starter moves on clockwise each round.

    Your turn: one card, no passing.
    A card matches if it has the colour or the number of the top discard.
    • Discard a matching card, from your hand or from the top of one of your stacks. You draw nothing.
    • Or lay a card that does not match from your hand into your layout: one stack for each colour, new cards on top. Then you draw one. You may do that even if you hold something that matches.
    You may not lay while the top card of one of your own stacks matches: then you discard, from the layout or from your hand. Covered cards are safe and can’t be used until they are on top again. 🔷4² says: a stack of two, blue 4 on top.
    Example: red 3 is on top. Red 5 and green 3 match, blue 5 does not. If blue 3 lies on top of your blue stack, you can’t lay blue 5.

    Joker: it matches everything and never goes into a layout. Who plays it wishes for one colour or one number. Whoever is next and has something for it, in the hand or on top of the layout, must play that or another joker; a joker must be played if nothing else will do. Who has neither lays any card and draws. The wish stays until a card lies on the joker. A joker on a joker brings a new wish. As your last card it needs no wish.
    Here you choose the joker first, then the wish. Until then nobody sees it, and once a turn you may take it back.

    Empty draw pile: as soon as somebody has to draw, all discards but the top one are shuffled into a new pile. If there are none, nothing is drawn.

    The round is over when somebody has no card left at the end of a turn. That takes a discarded last card; who lays the last card draws another. Only if there is nothing left to draw does laying the last card end it too.
    Score: the numbers of all cards in your layout, covered ones too, minus the numbers in your hand; a joker in hand costs 10. Both can go below zero, the round and the total.
    Example: blue 5 and 2 and green 4 are in your layout, you hold nothing: 11 points.
    The game is over after a round with somebody at 50 or more. The most points win, ties share.

    Who leaves takes hand and layout out of the round. With one player left the game ends as last scored.
    Out of time: the highest card that may be laid is laid; else the lowest that matches is discarded, from the hand first; a joker only if nothing else is possible.

# The table

passt-nicht-header = 🃏 Passt nicht! · Round { $round } · to { $target }
passt-nicht-top = On top: { $card }
passt-nicht-wished-for = On top: { $sign }, wanted: { $wish }
passt-nicht-pile = Draw pile: { $pile ->
    [0] empty
   *[number] { $pile }
 }
passt-nicht-no-layout = nothing laid
passt-nicht-away = left

# Cards

passt-nicht-name = { $colour ->
    [red] red
    [pink] pink
    [yellow] yellow
    [green] green
   *[blue] blue
 }
passt-nicht-capital = { $colour ->
    [red] Red
    [pink] Pink
    [yellow] Yellow
    [green] Green
   *[blue] Blue
 }
passt-nicht-face = { passt-nicht-name }{ "\u00A0" }{ $number }
passt-nicht-card = { passt-nicht-face }{ "\u00A0" }{ $sign }
passt-nicht-joker = joker{ "\u00A0" }{ $sign }
passt-nicht-wish-colour = { passt-nicht-name }{ "\u00A0" }{ $sign }
passt-nicht-wish-number = number{ "\u00A0" }{ $number }

# One's own hand

passt-nicht-hand = Your hand · costs { $cost }
passt-nicht-choose = { $sign } Joker: what do you wish for?
passt-nicht-own = Layout +{ $points }: { $layout }
passt-nicht-why = { $duty ->
    [joker] Only your joker fulfils the wish.
    [wish] You must fulfil the wish.
   *[top] Your layout matches: you must discard.
 }
passt-nicht-board = { $top } · Pile { $pile }
passt-nicht-hand-short =
    { $title }
    { $cards }
    { $own }
    { $top }

# Moves

passt-nicht-play = { passt-nicht-capital } { $number }: play { $sign }
passt-nicht-play-joker = Joker: play { $sign }
passt-nicht-uncover = { passt-nicht-capital } { $number }: from layout { $sign }
passt-nicht-lay = { passt-nicht-capital } { $number }: lay { $sign }
passt-nicht-button-number = Number { $number }
passt-nicht-back = Take joker back

# What happened

passt-nicht-played = { $player } plays { $card }.
passt-nicht-uncovered = { $player } plays { $card } from the layout.
passt-nicht-wished = { $player } plays a joker and wishes for { $wish }.
passt-nicht-laid = { $player } lays { $card } into the layout.
passt-nicht-drawn = You draw { $card }.
passt-nicht-shuffled = The discards are shuffled into a new draw pile.
passt-nicht-nothing-drawn = There is no card left to draw.

# Why something is refused

passt-nicht-no-such-move = There is no such move in Passt nicht!
passt-nicht-round-over = The round is over. The next one is about to begin.
passt-nicht-not-in-game = You have left this game.
passt-nicht-not-your-turn = It is { $player }’s turn.
passt-nicht-one-card = You use exactly one card a turn.
passt-nicht-no-joker = You hold no joker.
passt-nicht-not-in-hand = You don’t hold { $card }.
passt-nicht-not-in-layout = There is no { $card } in your layout.
passt-nicht-covered = In your layout { $card } is covered: only the top of a stack can be played.
passt-nicht-misfit = On { $top } you can’t play { $card }: it needs the same colour or number.
passt-nicht-not-wished = Wished for is { $wish }: { $card } does not match.
passt-nicht-no-joker-there = A joker never goes into the layout.
passt-nicht-must-fulfil = You must fulfil the wish: { $wish } or a joker.
passt-nicht-top-matches = In your layout { $card } matches: you must discard, not lay.
passt-nicht-card-matches = You may not lay a card that matches: { $card } can only be discarded.
passt-nicht-wish-first = First say what you wish for.
passt-nicht-no-second-back = You took the joker back once this turn. Now say what you wish for.
passt-nicht-no-such-wish = You wish for one of the five colours or for a number from 0 to 5.
passt-nicht-wish-without-joker = A wish goes with a joker only.
passt-nicht-nothing-to-take-back = There is nothing to take back.

# After the round

passt-nicht-ended-empty = Round over: { $player } is done.
passt-nicht-ended-unscored = Too few are left: the round does not count.
passt-nicht-column = { $word ->
    [plus] plus
    [minus] minus
    [round] round
   *[total] total
 }
passt-nicht-begins = { $player } begins the next round.
passt-nicht-left-in-hand = Still in hand:
passt-nicht-winners = 🏆 { $players } { $count ->
    [one] wins
   *[other] win
 }!

# Why a computer would do it, said to whoever asked for a hint

passt-nicht-why-only = There is nothing else you may do.
passt-nicht-why-lay = It doesn’t match, so it counts in front of you.
passt-nicht-why-cover = It counts in front of you, and what it covers is safe.
passt-nicht-why-play = This card costs you least, and the next player has to answer it.
passt-nicht-why-save = A card in front of you matches: paying from your hand saves it.
passt-nicht-why-fewer = One card fewer: you come closer to ending the round.
passt-nicht-why-out = Your last card matches: the round is over, and the others pay for theirs.
passt-nicht-why-uncover = Taking this one away costs you least.
passt-nicht-why-wish = This wish binds the next player most and you least.
