## Fool! A card comes as the letter of its suit ($suit: g, y, o, b), a sign and a number; or as signs.

fool-title = Fool!
fool-rules-text =
    Get rid of your cards – and never play the worst card of a trick: it makes you the fool, and the fool sits out the next trick.
    Everybody plays one card. Who has the lead suit must follow; who has none of it discards any card. The highest card of the lead suit takes the trick and leads the next one.
    The worst card is the lowest discard, or the lowest card if all could follow; of equal ones the later. From seven players on there are two fools.
    The “1” takes any suit, is its lowest card and may always be played.
    When somebody is out of cards the round ends with that trick. The cards left cost their number, a “1” costs 5. An empty hand brings 10, but nothing to the fool of the last trick.
    The game ends at -80 or with the sixth +10. Most points win.
fool-rules-full =
    AIM
    Be rid of your cards early and fooled rarely. Winning tricks brings nothing but the lead; what hurts is the worst card, for who sits out keeps a card more than the others.

    CARDS
    Four suits begin with 2: 🟩 green is the longest, then 🔶 orange, ⭐ yellow and 🔵 blue. How far they go depends on the number of players:
    4: green 17, orange 13, yellow 11, blue 8, three “1”
    5: green 20, orange 16, yellow 14, blue 10, four “1”
    6: green 23, orange 19, yellow 17, blue 12, five “1”
    7: green 26, orange 22, yellow 20, blue 14, six “1”
    8: green 27, orange 23, yellow 21, blue 15, six “1”
    All are dealt: 12 to each, 11 with eight players.

    A TRICK
    The leader plays any card; its suit is the lead suit. The others follow clockwise with one card each.
    • If you have the lead suit, play it (or a “1”).
    • If you have none of it, discard what you like.
    The highest card of the lead suit takes the trick; who played it leads the next one.

    THE 1
    It counts as the lowest card of the lead suit, whatever that is. You may play it at any time and never have to, unless you hold nothing else. If it is led, the first other card sets the lead suit; until then everybody is free. If all play a “1”, the first takes the trick and the last is the fool.

    THE FOOL
    Whoever played the worst card takes the disc and sits out the next trick. Then the disc moves on, so nobody is fooled twice in a row. The worst card is
    • the lowest discard, of whatever suit, if somebody discarded,
    • otherwise the lowest card;
    • of equal cards the one played later.
    With seven or eight players there are two discs, for the two worst cards.
    Example: Ada leads 🔶 5, Ben discards 🔵 7, Cem discards 🟩 3, Dan follows with 🔶 9. Dan takes the trick; Cem is the fool.

    END OF A ROUND
    If somebody plays the last card, the trick is completed and the fools are named; then hands are scored. Each card left costs its number, a “1” costs 5. An empty hand brings 10 points, but none if you are a fool of this very trick. Several may get the 10.

    THE GAME
    Whoever stands lowest leads the next round; if several do, the first of them clockwise from the last starter. The game ends when somebody stands at -80 or below, or when +10 has been awarded six times in all. Most points win, ties are shared.

    HERE AT THE TABLE
    Who runs out of time plays the lowest card allowed. If somebody leaves, the running round is dealt again for the others; below four players the game ends.
    To type a card, write its suit and number, as in “yellow 7”, or in short: g7, y7, o7, b7, and 1.

# The table

fool-header = 🤡 Fool! · Round { $round } · +10: { $ticks } of { $limit }
fool-leads = New trick: lead suit still open
fool-lead-open = Lead suit still open ({ $player } led)
fool-lead = Lead suit: { $sign } { fool-suit } ({ $player } led)
fool-last = Last trick: { $winner } · 🤡 { $fools } { $count ->
    [one] sits
   *[other] sit
 } out
fool-now = now
fool-before = last
fool-sum = pts
fool-away = left

# One's own hand

fool-cards = { $cards ->
    [one] { $cards } card
   *[other] { $cards } cards
 }
fool-held = { $sign } { fool-suit }
fool-hand = Your hand · { fool-cards } · costs { $cost }
fool-hand-fool = 🤡 You sit out this trick · { fool-cards } · costs { $cost }
fool-hand-short = { $title }: { $cards } (trick: { $trick })
fool-trick = Trick: { $plays }
fool-before-trick = Last trick: { $plays }
fool-by = { $player } { $card }

# Moves

fool-play = { $card }

# What happened

fool-suit = { $suit ->
    [g] green
    [y] yellow
    [o] orange
   *[b] blue
 }
fool-face = { $suit ->
    [joker] { $number }
   *[other] { fool-suit }{ "\u00A0" }{ $number }
 }
fool-card = { $suit ->
    [joker] a { $sign }{ "\u00A0" }{ $number }
   *[other] { $sign }{ "\u00A0" }{ fool-face }
 }
fool-led = { $player } leads { $card }.
fool-played = { $player } plays { $card }.
fool-discarded = { $player } discards { $card }.
fool-taken = { $winner } takes the trick; { $fools } { $count ->
    [one] is the fool
   *[other] are the fools
 }.
fool-dealt-again = The round is void: new cards for { $players } players.

# Why something is refused

fool-no-such-move = There is no such card in Fool!
fool-round-over = The round is over. The next one is about to begin.
fool-not-in-game = You have left this game.
fool-sits-out = You are the fool: you sit out this trick.
fool-not-your-turn = It is { $player }’s turn.
fool-one-card = Just one card to a trick.
fool-not-in-hand = You don’t hold { fool-card }.
fool-must-follow = You must follow { $sign }{ "\u00A0" }{ fool-suit }. Only a 1 is always allowed.

# After the round

fool-ended = Round over: { $players } { $count ->
    [one] has
   *[other] have
 } no cards left.
fool-ended-unscored = Too few left: the round does not count.
fool-last-trick = Last trick: { $plays }
fool-begins = { $player } begins the next round.
fool-round = round
fool-rest = { $player }: { $cards }
fool-over-ticks = That was +10 number { $ticks }: the game is over.
fool-over-low = { $players } { $count ->
    [one] stands
   *[other] stand
 } at { $limit } or below: the game is over.
fool-over-few = Too few left: the game is over.
fool-winners = 🏆 { $players } { $count ->
    [one] wins
   *[other] win
 }!

# Why a computer would do it, said to whoever asked for a hint

fool-why-only = It is the only card you may play.
fool-why-lead = When you lead this, somebody will probably have to play a worse card.
fool-why-lead-void = Somebody has none of this suit and must discard: that is worse than your card.
fool-why-follow = A worse card will probably still come, so you hardly become the fool.
fool-why-discard = With this discard the chance is best that somebody discards a lower one.
fool-why-lost = To become the fool costs less here than to keep this card.
fool-why-low = You are safe here: get rid of a low card that would be dangerous later.
fool-why-dear = You are safe here: get rid of a dear card that would cost you at the end.
fool-why-joker = A 1 counts as having followed: whoever discards is worse off than you.
fool-why-joker-safe = You are safe here: get rid of the 1, which costs 5 at the end.
