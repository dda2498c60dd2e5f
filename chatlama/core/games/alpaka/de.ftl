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

alpaka-rules-full =
    Ziel. Wer am Ende die wenigsten Minuspunkte hat, gewinnt; bei Gleichstand gewinnen mehrere. Gespielt wird, bis jemand nach einer Runde 40 Punkte oder mehr hat. Ihr könnt vor der Partie auch 20, 60 oder 80 wählen.

    Karten. Die Zahlen 1 bis 6 und das Alpaka, alles achtmal, zusammen 56. Die Werte laufen im Kreis: Auf die 6 folgt das Alpaka und auf das Alpaka die 1.

    Eine Runde. Alle bekommen sechs Karten, eine wird aufgedeckt, der Rest ist der Nachziehstapel. Wer gibt, wechselt von Runde zu Runde im Uhrzeigersinn; links davon geht es los. In deinem Zug tust du genau eines von dreien. Ablegen ist nie Pflicht:
    • Ablegen: eine Karte mit dem Wert, der oben liegt, oder dem nächsten. Auf eine 3 passen 3 und 4, auf eine 6 die 6 und das Alpaka, auf ein Alpaka noch ein Alpaka oder eine 1.
    • Ziehen: eine Karte vom Nachziehstapel. Ablegen kannst du sie frühestens im nächsten Zug. Ist der Stapel leer, wird nicht neu gemischt: Dann bleibt nur ablegen oder aussteigen.
    • Aussteigen: Für den Rest der Runde bist du raus. Deine Karten bleiben verdeckt liegen und zählen am Ende mit.
    Sind alle anderen ausgestiegen, machst du allein weiter, aber ohne zu ziehen. Aussteigen darfst du auch dann jederzeit.

    Rundenende. Sofort, wenn jemand die letzte Karte ablegt oder niemand mehr dabei ist. Auch wenn nur noch eine Hand im Spiel ist und davon nichts passt, ist die Runde vorbei.

    Wertung. Alle decken auf, auch wer ausgestiegen ist. Jede Karte kostet ihre Zahl, das Alpaka 10, gleiche Karten aber nur einmal: Zwei Vieren, eine 6 und ein Alpaka machen 20, fünf Zweien machen 2. Mehrere gleiche zu sammeln schadet also nicht.
    Wer die letzte Karte abgelegt hat, zahlt nichts und wird einen Punkt los, falls einer da ist. Erst danach wird geprüft, ob die Partie zu Ende ist.

    Chips. Sie zeigen die Punkte an: ● steht für 10, ○ für 1.

    Englert (falls gewählt). Auch der nächstniedrigere Wert passt: auf eine 3 die 2, auf das Alpaka die 6, auf die 1 das Alpaka. Und es zahlt nur, wessen Hand am teuersten ist; sind mehrere gleich teuer, zahlen diese alle.

    Zeit. Läuft sie in deinem Zug ab, steigst du aus. Wer den Tisch verlässt, ist aus der Partie, und die Karten zählen in dieser Runde nicht mehr; die anderen spielen weiter, solange sie zu zweit sind.

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

# Warum ein Computer es täte: für alle, die um einen Tipp bitten

alpaka-why-same = Die gleiche zuerst: Danach passt weiter alles, was jetzt passt.
alpaka-why-next = Sie passt, und was abgelegt ist, kostet nichts mehr.
alpaka-why-draw = Nichts passt, und mit { $cost } Punkten auszusteigen ist zu teuer: Da lohnt es sich zu ziehen.
alpaka-why-quit = Nichts passt, und { $cost } { $cost ->
    [one] Punkt ist
   *[other] Punkte sind
 } wenig: Jede gezogene Karte macht es eher teurer.
alpaka-why-only = Mehr geht nicht mehr.
alpaka-why-better = Diese zuerst: Durchgespielt geht es so öfter gut aus als mit der anderen.
alpaka-why-draw-though = Obwohl etwas passt: Durchgespielt zahlt sich das Warten öfter aus.
alpaka-why-draw-on = Die Chance auf eine passende Karte ist größer als der Preis.
alpaka-why-quit-though = Obwohl etwas passt: Weiterspielen käme dich öfter teuer zu stehen.
alpaka-why-quit-early = { $cost } { $cost ->
    [one] Punkt tut
   *[other] Punkte tun
 } weh, aber beim Weiterziehen wird es wohl noch mehr.
alpaka-why-slip = Aus dem Bauch heraus.
