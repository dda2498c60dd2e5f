## Passt nicht! Eine Karte kommt als $colour, $number und $sign, oder schon gesagt ($card, $top).

passt-nicht-title = Passt nicht!
passt-nicht-rules-text =
    Fünf Farben, Zahlen 0 bis 5, jede Karte zweimal, dazu vier Joker. Alle halten fünf Karten. Bist du dran, spielst du genau eine:
    • Ablegen: eine Karte, die in Farbe oder Zahl zur obersten Karte des Ablagestapels passt, von der Hand oder oben von einem Stapel deiner Auslage.
    • Auslegen: eine Handkarte, die nicht passt, nach Farben gestapelt in deine Auslage. Danach ziehst du eine. Verboten, solange oben in deiner Auslage etwas passt!
    • Ein Joker passt immer. Du wünschst dir Farbe oder Zahl; wer kann, muss den Wunsch erfüllen oder einen Joker spielen.
    Die Runde endet, wenn eine Hand leer ist. Deine Auslage zählt plus, auch Verdecktes; Handkarten zählen minus, ein Joker 10.
    Hat jemand 50 Punkte, gewinnt, wer die meisten hat.
passt-nicht-full-rules =
    Karten: Rot 🔴, Pink 🌸, Gelb ⭐, Grün 🍀 und Blau 🔷, je zweimal 0, 1, 2, 3, 4 und 5, dazu vier Joker 🃏. Alle bekommen fünf Karten, eine wird für den Ablagestapel aufgedeckt, der Rest ist der Nachziehstapel. Ein Joker liegt nie als erste Karte offen. Wer anfängt, wechselt jede Runde im Uhrzeigersinn.

    Dein Zug: eine Karte, Passen gibt es nicht.
    Eine Karte passt, wenn sie die Farbe oder die Zahl der obersten Karte auf dem Ablagestapel hat.
    • Entweder legst du eine passende Karte ab, von der Hand oder oben von einem deiner Stapel. Du ziehst nichts nach.
    • Oder du legst eine Handkarte aus, die nicht passt: für jede Farbe ein Stapel, Neues kommt obenauf. Dann ziehst du eine Karte. Das geht auch, wenn du etwas Passendes auf der Hand hast.
    Auslegen darfst du nicht, solange oben auf einem deiner eigenen Stapel etwas passt: Dann legst du ab, aus der Auslage oder von der Hand. Verdeckte Karten bleiben liegen, bis sie wieder oben sind. 🔷4² heißt: ein Stapel aus zwei Karten, oben Blau 4.
    Beispiel: Oben liegt Rot 3. Rot 5 und Grün 3 passen, Blau 5 nicht. Liegt auf deinem blauen Stapel oben Blau 3, kannst du Blau 5 nicht auslegen.

    Joker: Er passt immer und kommt nie in eine Auslage. Wer ihn spielt, wünscht sich eine Farbe oder eine Zahl. Wer danach dran ist und das auf der Hand oder oben in der Auslage hat, muss es spielen oder einen Joker; auch ein Joker muss her, wenn sonst nichts geht. Wer nichts davon hat, legt irgendeine Karte aus und zieht. Der Wunsch gilt, bis eine Karte auf dem Joker liegt. Joker auf Joker bringt einen neuen Wunsch. Als letzte Karte braucht er keinen.
    Hier wählst du erst den Joker, dann den Wunsch. Bis dahin sieht es niemand, und einmal pro Zug darfst du ihn zurücknehmen.

    Nachziehstapel leer: Sobald jemand ziehen muss, wird der Ablagestapel bis auf die oberste Karte zum neuen Nachziehstapel gemischt. Gibt es da nichts, wird nicht gezogen.

    Die Runde endet, wenn jemand am Zugende keine Handkarte mehr hat. Dafür muss die letzte abgelegt werden; wer sie auslegt, zieht ja nach. Nur wenn nichts mehr zum Ziehen da ist, endet die Runde auch so.
    Wertung: die Zahlen aller Karten deiner Auslage, auch der verdeckten, minus die Zahlen auf deiner Hand; ein Joker kostet dort 10. Runde und Stand dürfen unter null fallen.
    Beispiel: In deiner Auslage liegen Blau 5, Blau 2 und Grün 4, deine Hand ist leer: 11 Punkte.
    Hat nach einer Runde jemand 50 oder mehr, ist Schluss. Die meisten Punkte gewinnen, bei Gleichstand mehrere.

    Wer geht, nimmt Hand und Auslage aus der Runde mit. Bleibt nur eine Person übrig, gilt der letzte Stand.
    Zeit abgelaufen: Ausgelegt wird die höchste Karte, die darf; sonst die niedrigste passende abgelegt, zuerst von der Hand; ein Joker nur, wenn nichts anderes geht.

# Der Tisch

passt-nicht-header = 🃏 Passt nicht! · Runde { $round } · bis { $target }
passt-nicht-top = Oben: { $card }
passt-nicht-wished-for = Oben: { $sign }, gewünscht: { $wish }
passt-nicht-pile = Nachziehstapel: { $pile ->
    [0] leer
   *[number] { $pile }
 }
passt-nicht-no-layout = nichts ausgelegt
passt-nicht-away = weg

# Karten

passt-nicht-name = { $colour ->
    [red] Rot
    [pink] Pink
    [yellow] Gelb
    [green] Grün
   *[blue] Blau
 }
passt-nicht-face = { passt-nicht-name }{ "\u00A0" }{ $number }
passt-nicht-card = { passt-nicht-face }{ "\u00A0" }{ $sign }
passt-nicht-joker = Joker{ "\u00A0" }{ $sign }
passt-nicht-wish-colour = { passt-nicht-name }{ "\u00A0" }{ $sign }
passt-nicht-wish-number = Zahl{ "\u00A0" }{ $number }

# Die eigene Hand

passt-nicht-hand = Deine Hand · kostet { $cost }
passt-nicht-choose = { $sign } Joker: Was wünschst du dir?
passt-nicht-own = Auslage +{ $points }: { $layout }
passt-nicht-why = { $duty ->
    [joker] Nur dein Joker erfüllt den Wunsch.
    [wish] Du musst den Wunsch erfüllen.
   *[top] Deine Auslage passt: Du musst ablegen.
 }
passt-nicht-board = { $top } · Stapel { $pile }
passt-nicht-hand-short =
    { $title }
    { $cards }
    { $own }
    { $top }

# Züge

passt-nicht-play = { passt-nicht-name } { $number } ablegen { $sign }
passt-nicht-play-joker = Joker ablegen { $sign }
passt-nicht-uncover = { passt-nicht-name } { $number } aus Auslage { $sign }
passt-nicht-lay = { passt-nicht-name } { $number } auslegen { $sign }
passt-nicht-button-number = Zahl { $number }
passt-nicht-back = Joker zurücknehmen

# Was geschah

passt-nicht-played = { $player } legt { $card } ab.
passt-nicht-uncovered = { $player } legt { $card } aus der Auslage ab.
passt-nicht-wished = { $player } legt einen Joker. Wunsch: { $wish }.
passt-nicht-laid = { $player } legt { $card } in die Auslage.
passt-nicht-drawn = Du ziehst { $card }.
passt-nicht-shuffled = Der Ablagestapel wird zum neuen Nachziehstapel gemischt.
passt-nicht-nothing-drawn = Es ist keine Karte mehr zum Ziehen da.

# Warum etwas nicht geht

passt-nicht-no-such-move = Diesen Zug gibt es bei Passt nicht! nicht.
passt-nicht-round-over = Die Runde ist vorbei. Gleich geht es weiter.
passt-nicht-not-in-game = Du hast diese Partie verlassen.
passt-nicht-not-your-turn = Gerade ist { $player } dran.
passt-nicht-one-card = Du spielst pro Zug genau eine Karte.
passt-nicht-no-joker = Du hast keinen Joker auf der Hand.
passt-nicht-not-in-hand = { $card } hast du nicht auf der Hand.
passt-nicht-not-in-layout = { $card } liegt nicht in deiner Auslage.
passt-nicht-covered = { $card } ist verdeckt: Aus der Auslage geht nur, was oben auf einem Stapel liegt.
passt-nicht-misfit = { $card } passt nicht auf { $top }: Farbe oder Zahl muss gleich sein.
passt-nicht-not-wished = Gewünscht ist { $wish }: { $card } passt nicht.
passt-nicht-no-joker-there = Ein Joker kommt nie in die Auslage.
passt-nicht-must-fulfil = Du musst den Wunsch erfüllen: { $wish } oder ein Joker.
passt-nicht-top-matches = In deiner Auslage passt { $card }: Du musst ablegen, nicht auslegen.
passt-nicht-card-matches = { $card } passt und darf deshalb nicht in die Auslage, nur auf den Ablagestapel.
passt-nicht-wish-first = Sag zuerst, was du dir wünschst.
passt-nicht-no-second-back = Du hast den Joker in diesem Zug schon einmal zurückgenommen. Sag jetzt, was du dir wünschst.
passt-nicht-no-such-wish = Wünschen kannst du dir eine der fünf Farben oder eine Zahl von 0 bis 5.
passt-nicht-wish-without-joker = Wünschen darfst du dir nur zu einem Joker etwas.
passt-nicht-nothing-to-take-back = Es gibt nichts zurückzunehmen.

# Nach der Runde

passt-nicht-ended-empty = Rundenende: { $player } ist fertig.
passt-nicht-ended-unscored = Zu wenige übrig: Die Runde zählt nicht.
passt-nicht-column = { $word ->
    [plus] Plus
    [minus] Minus
    [round] Runde
   *[total] Stand
 }
passt-nicht-begins = { $player } beginnt die nächste Runde.
passt-nicht-left-in-hand = Noch auf der Hand:
passt-nicht-winners = 🏆 { $players } { $count ->
    [one] gewinnt
   *[other] gewinnen
 }!

# Warum ein Computer es täte: für alle, die um einen Tipp bitten

passt-nicht-why-only = Etwas anderes darfst du nicht tun.
passt-nicht-why-lay = Sie passt nicht, also zählt sie in deiner Auslage.
passt-nicht-why-cover = Sie zählt in deiner Auslage, und was sie zudeckt, ist sicher.
passt-nicht-why-play = Diese Karte kostet dich am wenigsten, und der Nächste muss darauf antworten.
passt-nicht-why-save = In deiner Auslage passt eine Karte: Zahlst du aus der Hand, bleibt sie dir.
passt-nicht-why-fewer = Eine Karte weniger: So kommst du dem Ende der Runde näher.
passt-nicht-why-out = Deine letzte Karte passt: Die Runde endet, und die anderen zahlen für ihre.
passt-nicht-why-uncover = Diese wegzunehmen kostet dich am wenigsten.
passt-nicht-why-wish = Dieser Wunsch bindet den Nächsten am meisten und dich am wenigsten.
