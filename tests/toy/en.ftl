toy-title = Market
toy-rules = Offer goods, open crates, sell. Crates worth more than 7 are spoilt. Most points win.
toy-rounds = Rounds
toy-count = { $count } rounds
toy-move = { $move ->
    [offer] Offer { $goods }
    [sure] I’m sure
    [back] Take it back
    [open] Open a crate
   *[sell] Sell
 }
toy-hand = You hold { $goods }.
toy-crates = Your crates: { $crates }.
toy-points = { $points ->
    [one] 1 point
   *[other] { $points } points
 }
toy-sure = { $player } is sure.
toy-offered = { $player } offers { $goods }.
toy-opened = { $player } opens crate { $count }.
toy-crate = It is worth { $worth }.
toy-sold = { $player } sells for { $gain }.
toy-void = The round is dealt again.
toy-not-now = Not now.
toy-not-your-turn = We are waiting for { $players }.
toy-not-in-hand = You don’t hold that.
