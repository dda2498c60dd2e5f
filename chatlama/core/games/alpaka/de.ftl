## Alpaka. Eine Karte kommt als Zahl von 1 bis 7 ($card, $top), 7 ist das Alpaka; oder als Zeichen.

alpaka-title = Alpaka
alpaka-rules-text =
    Wer am Ende die wenigsten Minuspunkte hat, gewinnt; bei Gleichstand mehrere.
    Es gibt die Zahlen 1 bis 6 und das Alpaka, je achtmal. Alle starten mit sechs Karten.
    Bist du dran, hast du die Wahl:
    • Ablegen: den Wert, der oben liegt, oder den nächsten. Auf die 6 folgt das Alpaka, dann wieder die 1.
    • Ziehen: eine Karte, solange der Nachziehstapel reicht. Damit ist dein Zug vorbei.
    • Aussteigen: Du pausierst bis zum Rundenende, deine Karten zählen aber.
    Aus ist die Runde, wenn eine Hand leer ist oder alle raus sind. Wer allein weiterspielt, zieht nicht mehr; passt nichts, ist auch Schluss.
    Gewertet wird jeder Wert einmal, das Alpaka mit 10. Eine leere Hand bringt einen Chip zurück: ein Punkt weniger.
    Erreicht jemand die Zielpunktzahl, endet die Partie.
    Englert: Auch der nächstniedrigere Wert passt, und nur die teuerste Hand zahlt.

# Was vor der Partie gewählt wird

alpaka-rules = Regeln
alpaka-classic = klassisch
alpaka-englert = Englert
alpaka-target = Ziel
alpaka-points = { $points }

# Der Tisch

alpaka-header = 🦙 Alpaka · Runde { $round } · bis { $target }
alpaka-header-englert = { alpaka-header } · Englert
alpaka-top = Oben: { $card }
alpaka-pile = { "    " }Nachziehstapel: { $pile ->
    [0] leer
   *[number] { $pile }
 }
alpaka-count = { $cards ->
    [one] { $cards } Karte
   *[other] { $cards } Karten
 }
alpaka-out = raus ({ $cards })
alpaka-away = weg

# Die eigene Hand

alpaka-hand = Deine Hand · kostet { $cost }
alpaka-hand-out = Ausgestiegen · kostet { $cost }
alpaka-hand-short = { $title }: { $cards } (oben: { $top })

# Züge

alpaka-card = { $card ->
    [7] Alpaka
   *[number] { $card }
 }
alpaka-play = { alpaka-card } legen
alpaka-draw = Ziehen
alpaka-quit = Aussteigen

# Was geschah

alpaka-one = { $card ->
    [7] ein Alpaka
   *[number] eine { $card }
 }
alpaka-played = { $player } legt { alpaka-one }.
alpaka-drew = { $player } zieht eine Karte.
alpaka-drawn = Du ziehst { alpaka-one }.
alpaka-quits = { $player } steigt aus.

# Warum etwas nicht geht

alpaka-no-such-move = Diesen Zug gibt es bei Alpaka nicht.
alpaka-round-over = Die Runde ist vorbei. Gleich geht es weiter.
alpaka-not-in-game = Du hast diese Partie verlassen.
alpaka-has-quit = Du bist ausgestiegen. In der nächsten Runde bist du wieder dabei.
alpaka-not-your-turn = Gerade ist { $player } dran.
alpaka-one-card = Du darfst pro Zug nur eine Karte ablegen.
alpaka-not-in-hand = Du hast { $card ->
    [7] kein Alpaka
   *[number] keine { $card }
 } auf der Hand.
alpaka-on = { $top ->
    [7] das Alpaka
   *[number] die { $top }
 }
alpaka-misfit = Auf { alpaka-on } passt nur { $same } oder { $higher }.
alpaka-misfit-englert = Auf { alpaka-on } passt nur { $lower }, { $same } oder { $higher }.
alpaka-no-draw-alone = Alle anderen sind raus: Ziehen geht nicht mehr, nur ablegen oder aussteigen.
alpaka-no-draw-empty = Der Nachziehstapel ist leer und wird nicht neu gemischt.

# Nach der Runde

alpaka-ended-empty = Rundenende: { $player } ist fertig.
alpaka-ended-stuck = Rundenende: Keine Karte passt mehr.
alpaka-ended-quit = Rundenende: Alle sind ausgestiegen.
alpaka-ended-unscored = Zu wenige übrig: Die Runde zählt nicht.
alpaka-chip = { $player } gibt einen Chip zurück.
alpaka-winners = 🏆 { $players } { $count ->
    [one] gewinnt
   *[other] gewinnen
 }!
