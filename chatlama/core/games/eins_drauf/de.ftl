## Eins drauf. Eine Karte kommt als Zahl von 1 bis 8 ($card, $top): 1 Ass, 7 König, 8 Joker; oder als Zeichen.

eins-drauf-title = Eins drauf
eins-drauf-rules-text =
    Werde deine Karten los: Wer am Ende die wenigsten Minuspunkte hat, gewinnt; bei Gleichstand mehrere.
    Es gibt Ass, 2 bis 6 und König, je achtmal; Farben zählen nicht. Alle starten mit sechs Karten.
    Bist du dran, hast du die Wahl:
    • Ablegen: eine Karte, gleich der obersten oder eine Stufe höher. Auf die 6 folgt der König, dann wieder das Ass.
    • Ziehen: eine Karte, solange der Ziehstapel reicht. Damit ist dein Zug vorbei.
    • Aussteigen: Du pausierst bis zum Rundenende, deine Karten zählen aber.
    Aus ist die Runde, wenn eine Hand leer ist oder alle raus sind. Wer allein weiterspielt, zieht nicht mehr.
    Gewertet wird jeder Wert einmal: Ass 1, König 10. Wer fertig wird, gibt 10 Punkte zurück, unter 10 nur 1, und beginnt die nächste Runde; ebenso, wer als Letztes aussteigt.
    Erreicht jemand die Zielpunktzahl, endet die Partie.
eins-drauf-rules-full =
    Ziel. Am Ende der Partie möglichst wenige Minuspunkte haben. Kommt jemand auf 40 (kurzes Spiel: auf 30), war das die letzte Runde; bei Gleichstand gewinnen mehrere.

    Karten. Ass, 2, 3, 4, 5, 6 und König, jede achtmal, zusammen 56. Die Farben sind egal. Die Werte laufen im Kreis: Auf die 6 folgt der König, auf den König das Ass, auf das Ass die 2.

    Eine Runde. Alle bekommen sechs Karten, eine wird aufgedeckt, der Rest ist der Ziehstapel. Es geht im Uhrzeigersinn. In deinem Zug tust du genau eines von dreien, und ablegen musst du nie:
    • Ablegen: eine Karte, so hoch wie die oberste oder eine Stufe höher. Auf eine 3 passen 3 und 4, auf eine 6 die 6 und der König, auf einen König noch ein König oder ein Ass. Niedrigere passen nie, und es bleibt bei einer Karte pro Zug, auch wenn du mehrere passende hast.
    • Ziehen: die nächste Karte vom Ziehstapel. Ablegen kannst du sie frühestens in deinem nächsten Zug. Ein leerer Ziehstapel bleibt leer: Dann heißt es ablegen oder aussteigen.
    • Aussteigen: Deine Hand liegt bis zur Wertung verdeckt vor dir, und du setzt für den Rest der Runde aus.
    Sind alle anderen ausgestiegen, spielst du allein weiter, ohne zu ziehen, solange du kannst und magst; danach steigst auch du aus.

    Rundenende. Sobald jemand die letzte Karte ablegt oder wenn niemand mehr dabei ist.

    Wertung. Was du noch auf der Hand hast, kostet seinen Wert, ein Ass 1 und ein König 10, aber jeder Wert nur einmal. 3, 3, 5 und König kosten 18, drei Asse kosten 1. Ob du ausgestiegen bist, spielt keine Rolle.
    Wer fertig geworden ist, zahlt nichts und gibt Punkte zurück: 10, wenn es mindestens 10 sind, sonst 1, falls einer da ist. Erst danach wird geschaut, ob jemand das Ziel erreicht hat.
    Wer die Runde beendet hat, ob fertig oder als Letztes ausgestiegen, beginnt die nächste.

    Wilder Joker (falls gewählt). Ein Joker kommt dazu. Er passt auf jede Karte, auch als deine letzte. Auf ihn passen nur König und Ass, selbst wenn er als erste Karte aufgedeckt wurde. Auf der Hand kostet er 20, neben den 10 eines Königs.

    Chips (falls gewählt). Statt Punkten gibt es weiße Chips (je 1) und schwarze (je 10), die jederzeit gewechselt werden. Wer fertig wird, sucht sich aus, welcher Chip zurückgeht: schwarz ab 10 Punkten, weiß ab 1. Läuft die Zeit ab, ist es der teurere.

    Zeit. Läuft sie in deinem Zug ab, steigst du aus. Wer den Tisch verlässt, ist aus der Partie, und die laufende Runde wird für diese Hand nicht gewertet; die anderen spielen weiter, solange sie zu zweit sind.

# Was vor der Partie gewählt wird

eins-drauf-target = Zielpunktzahl
eins-drauf-points = { $points ->
    [one] { $points } Minuspunkt
   *[other] { $points } Minuspunkte
 }
eins-drauf-joker = Wilder Joker
eins-drauf-chips = Chips
eins-drauf-no = nein
eins-drauf-yes = ja

# Der Tisch

eins-drauf-header = 🔼 Eins drauf · Runde { $round } · bis { $target }
eins-drauf-with = Dabei: { $variants }
eins-drauf-top = Oben: { $card }
eins-drauf-on-joker = { " " }(K oder A)
eins-drauf-pile = { "    " }Ziehstapel: { $pile ->
    [0] leer
   *[number] { $pile }
 }
eins-drauf-count = { $cards ->
    [one] { $cards } Karte
   *[other] { $cards } Karten
 }
eins-drauf-out = raus ({ $cards })
eins-drauf-away = weg

# Die eigene Hand

eins-drauf-hand = Deine Hand · kostet { $cost }
eins-drauf-hand-out = Ausgestiegen · kostet { $cost }
eins-drauf-hand-short = { $title }: { $cards } (oben: { $top })

# Züge

eins-drauf-card = { $card ->
    [1] Ass
    [7] König
    [8] Joker
   *[number] { $card }
 }
eins-drauf-play = { eins-drauf-card } legen
eins-drauf-draw = Ziehen
eins-drauf-quit = Aussteigen
eins-drauf-chip = { $points ->
    [10] Schwarzer Chip (10)
   *[other] Weißer Chip ({ $points })
 }

# Was geschah

eins-drauf-one = { $card ->
    [1] ein Ass
    [7] einen König
    [8] den Joker
   *[number] eine { $card }
 }
eins-drauf-played = { $player } legt { eins-drauf-one }.
eins-drauf-drew = { $player } zieht eine Karte.
eins-drauf-drawn = Du ziehst { eins-drauf-one }.
eins-drauf-quits = { $player } steigt aus.
eins-drauf-returned = { $player } gibt { $points ->
    [one] { $points } Punkt
   *[other] { $points } Punkte
 } zurück.

# Warum etwas nicht geht

eins-drauf-no-such-move = Diesen Zug gibt es bei Eins drauf nicht.
eins-drauf-round-over = Die Runde ist vorbei. Gleich geht es weiter.
eins-drauf-not-in-game = Du hast diese Partie verlassen.
eins-drauf-has-quit = Du bist ausgestiegen. In der nächsten Runde bist du wieder dabei.
eins-drauf-not-your-turn = Gerade ist { $player } dran.
eins-drauf-one-card = Du darfst pro Zug nur eine Karte ablegen.
eins-drauf-not-in-hand = Du hast { $card ->
    [1] kein Ass
    [7] keinen König
    [8] keinen Joker
   *[number] keine { $card }
 } auf der Hand.
eins-drauf-on = { $top ->
    [1] das Ass
    [7] den König
    [8] den Joker
   *[number] die { $top }
 }
eins-drauf-misfit = Auf { eins-drauf-on } passt nur { $one } oder { $other }.
eins-drauf-misfit-joker = Auf { eins-drauf-on } passt nur { $one }, { $other } oder der Joker.
eins-drauf-no-draw-alone = Alle anderen sind raus: Ziehen geht nicht mehr, nur ablegen oder aussteigen.
eins-drauf-no-draw-empty = Der Ziehstapel ist leer und wird nicht neu gemischt.
eins-drauf-no-chip-now = Gerade wird kein Chip zurückgegeben.
eins-drauf-chip-first = Die Runde ist vorbei: Erst gibt { $player } einen Chip zurück.
eins-drauf-no-such-chip = { $points ->
    [one] Mit { $points } Punkt kannst du nur einen weißen Chip zurückgeben.
   *[other] Mit { $points } Punkten gibst du einen Chip zurück: einen schwarzen zu 10 oder einen weißen zu 1, soweit du so viele hast.
 }

# Nach der Runde

eins-drauf-ended-empty = Rundenende: { $player } ist fertig.
eins-drauf-ended-quit = Rundenende: Alle sind ausgestiegen.
eins-drauf-ended-unscored = Zu wenige übrig: Die Runde zählt nicht.
eins-drauf-chooses = { $player } gibt einen Chip zurück: welchen?
eins-drauf-both = { $first } { $second }
eins-drauf-begins = { $player } beginnt die nächste Runde.
eins-drauf-winners = 🏆 { $players } { $count ->
    [one] gewinnt
   *[other] gewinnen
 }!

# Warum ein Computer es täte: für alle, die um einen Tipp bitten

eins-drauf-why-same = Die gleiche zuerst: Danach passt weiter alles, was jetzt passt.
eins-drauf-why-next = Sie passt, und was abgelegt ist, kostet nichts mehr.
eins-drauf-why-draw = Nichts passt, und mit { $cost } { $cost ->
    [one] Punkt
   *[other] Punkten
 } auszusteigen ist zu teuer: Da lohnt es sich zu ziehen.
eins-drauf-why-quit = Nichts passt, und { $cost } { $cost ->
    [one] Punkt ist
   *[other] Punkte sind
 } wenig: Jede gezogene Karte macht es eher teurer.
eins-drauf-why-only = Mehr geht nicht mehr.
eins-drauf-why-better = Diese zuerst: Durchgespielt geht es so öfter gut aus als mit der anderen.
eins-drauf-why-draw-though = Obwohl etwas passt: Durchgespielt zahlt sich das Warten öfter aus.
eins-drauf-why-draw-on = Die Chance auf eine passende Karte ist größer als der Preis.
eins-drauf-why-quit-though = Obwohl etwas passt: Weiterspielen käme dich öfter teuer zu stehen.
eins-drauf-why-quit-early = { $cost } { $cost ->
    [one] Punkt tut
   *[other] Punkte tun
 } weh, aber beim Weiterziehen wird es wohl noch mehr.
eins-drauf-why-slip = Aus dem Bauch heraus.
eins-drauf-why-chip = Der teurere Chip bringt mehr.
eins-drauf-why-wild = Sonst passt nichts, und auf der Hand kostet der Joker 20.
