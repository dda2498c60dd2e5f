toy-title = Markt
toy-rules = Biete Waren, öffne Kisten, verkaufe. Mehr als 7 ist verdorben. Die meisten Punkte gewinnen.
toy-rounds = Runden
toy-count = { $count } Runden
toy-move = { $move ->
    [offer] { $goods } bieten
    [sure] Ich bin sicher
    [back] Zurücknehmen
    [open] Kiste öffnen
   *[sell] Verkaufen
 }
toy-hand = Du hast { $goods }.
toy-crates = Deine Kisten: { $crates }.
toy-points = { $points ->
    [one] 1 Punkt
   *[other] { $points } Punkte
 }
toy-sure = { $player } ist sicher.
toy-offered = { $player } bietet { $goods }.
toy-opened = { $player } öffnet Kiste { $count }.
toy-crate = Sie ist { $worth } wert.
toy-sold = { $player } verkauft für { $gain }.
toy-void = Die Runde wird neu gegeben.
toy-not-now = Das geht jetzt nicht.
toy-not-your-turn = Gewartet wird auf { $players }.
toy-not-in-hand = Das hast du nicht.
