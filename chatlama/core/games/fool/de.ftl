## Foppen. Eine Karte kommt als Buchstabe der Farbe ($suit: g, y, o, b), Zeichen und Zahl; oder als Zeichen.

fool-title = Foppen
fool-rules-text =
    Werde deine Karten los – und spiel nie die schlechteste Karte im Stich: Damit wirst du zum Narren und setzt im nächsten Stich aus.
    Jeder legt eine Karte. Wer die Anspielfarbe hat, muss bedienen; wer sie nicht hat, wirft ab, was er will. Die höchste Karte der Anspielfarbe macht den Stich, wer sie gelegt hat, spielt aus.
    Am schlechtesten ist die niedrigste abgeworfene Karte; haben alle bedient, die niedrigste überhaupt. Gleiche: die spätere. Ab sieben Leuten gibt es zwei Narren.
    Die „1“ passt zu jeder Farbe, ist deren niedrigste Karte und immer erlaubt.
    Ist eine Hand leer, endet die Runde mit diesem Stich. Restkarten kosten ihre Zahl, die „1“ kostet 5. Eine leere Hand bringt 10, dem Narren des letzten Stichs nichts.
    Schluss ist bei -80 oder mit der sechsten +10. Wer die meisten Punkte hat, gewinnt.
fool-rules-full =
    ZIEL
    Werde deine Karten früh los und lass dich selten foppen. Ein Stich bringt nur das Recht auszuspielen; weh tut die schlechteste Karte, denn wer aussetzt, behält eine Karte mehr als die anderen.

    KARTEN
    Vier Farben, alle beginnen bei 2: 🟩 Grün ist am längsten, dann kommen 🔶 Orange, ⭐ Gelb und 🔵 Blau. Wie weit sie reichen, hängt von der Zahl der Mitspielenden ab:
    4: Grün 17, Orange 13, Gelb 11, Blau 8, drei „1“
    5: Grün 20, Orange 16, Gelb 14, Blau 10, vier „1“
    6: Grün 23, Orange 19, Gelb 17, Blau 12, fünf „1“
    7: Grün 26, Orange 22, Gelb 20, Blau 14, sechs „1“
    8: Grün 27, Orange 23, Gelb 21, Blau 15, sechs „1“
    Alle werden ausgeteilt: 12 pro Hand, zu acht 11.

    EIN STICH
    Wer ausspielt, legt eine Karte seiner Wahl; ihre Farbe ist die Anspielfarbe. Reihum legen die anderen je eine dazu.
    • Hast du die Anspielfarbe, bedienst du (oder legst eine „1“).
    • Hast du sie nicht, wirfst du ab, was du willst.
    Die höchste Karte der Anspielfarbe macht den Stich. Wer sie gelegt hat, spielt zum nächsten aus.

    DIE 1
    Sie gilt als niedrigste Karte der Anspielfarbe, egal welche das ist. Du darfst sie jederzeit spielen, musst aber nie, außer du hast nichts anderes. Ist sie angespielt, legt die erste andere Karte die Farbe fest; bis dahin sind alle frei. Legen alle eine „1“, macht die erste den Stich, und die letzte ergibt den Narren.

    DER NARR
    Wer die schlechteste Karte gelegt hat, nimmt die Narrenscheibe und setzt im nächsten Stich aus. Danach wandert sie weiter, zweimal hintereinander trifft es also niemanden. Am schlechtesten ist
    • die niedrigste abgeworfene Karte, gleich welcher Farbe, falls jemand abgeworfen hat,
    • sonst die niedrigste Karte;
    • unter gleichen die später gelegte.
    Zu siebt und zu acht gibt es zwei Scheiben, für die zwei schlechtesten Karten.
    Beispiel: Ada spielt 🔶 5 aus, Ben wirft 🔵 7 ab, Cem wirft 🟩 3 ab, Dan bedient mit 🔶 9. Dan macht den Stich, Cem ist der Narr.

    RUNDENENDE
    Legt jemand seine letzte Karte, wird der Stich noch fertig gespielt und der Narr bestimmt; dann wird gewertet. Jede Restkarte kostet ihre Zahl, eine „1“ kostet 5. Eine leere Hand bringt 10 Punkte, aber keine, wenn du in eben diesem Stich zum Narren wurdest. Auch mehrere können die 10 bekommen.

    DIE PARTIE
    Wer am schlechtesten steht, beginnt die nächste Runde; sind es mehrere, wer von ihnen im Uhrzeigersinn als Erster auf den bisherigen Startspieler folgt. Schluss ist, wenn jemand bei -80 oder darunter steht oder es insgesamt sechsmal +10 gab. Die meisten Punkte gewinnen, ein Gleichstand wird geteilt.

    HIER AM TISCH
    Läuft deine Zeit ab, wird deine niedrigste erlaubte Karte gespielt. Geht jemand, wird die laufende Runde für die anderen neu ausgeteilt; unter vier Leuten ist die Partie zu Ende.
    Tippen kannst du Farbe und Zahl, etwa „Gelb 7“, oder kurz: g7 (Grün), y7 (Gelb), o7, b7 und 1.

# Der Tisch

fool-header = 🤡 Foppen · Runde { $round } · +10: { $ticks } von { $limit }
fool-leads = Neuer Stich: Anspielfarbe noch offen
fool-lead-open = Anspielfarbe noch offen ({ $player } begann)
fool-lead = Anspielfarbe: { $sign } { fool-suit } ({ $player } begann)
fool-last = Letzter Stich an { $winner } · 🤡 { $fools } { $count ->
    [one] setzt
   *[other] setzen
 } aus
fool-now = jetzt
fool-before = zuvor
fool-sum = Pkt
fool-away = weg

# Die eigene Hand

fool-cards = { $cards ->
    [one] { $cards } Karte
   *[other] { $cards } Karten
 }
fool-held = { $sign } { fool-suit }
fool-hand = Deine Hand · { fool-cards } · kostet { $cost }
fool-hand-fool = 🤡 Du setzt aus · { fool-cards } · kostet { $cost }
fool-hand-short = { $title }: { $cards } (Stich: { $trick })
fool-trick = Stich: { $plays }
fool-before-trick = Letzter Stich: { $plays }
fool-by = { $player } { $card }

# Züge

fool-play = { $card }

# Was geschah

fool-suit = { $suit ->
    [g] Grün
    [y] Gelb
    [o] Orange
   *[b] Blau
 }
fool-face = { $suit ->
    [joker] { $number }
   *[other] { fool-suit }{ "\u00A0" }{ $number }
 }
fool-card = { $suit ->
    [joker] eine { $sign }{ "\u00A0" }{ $number }
   *[other] { $sign }{ "\u00A0" }{ fool-face }
 }
fool-led = { $player } spielt { $card } aus.
fool-played = { $player } legt { $card }.
fool-discarded = { $player } wirft { $card } ab.
fool-taken = { $winner } macht den Stich, { $fools } { $count ->
    [one] wird zum
   *[other] werden zu
 } Narren.
fool-dealt-again = Die Runde zählt nicht. Mit neuen Karten geht es zu { $players ->
    [4] viert
    [5] fünft
    [6] sechst
   *[other] siebt
 } weiter.

# Warum etwas nicht geht

fool-no-such-move = So eine Karte gibt es bei Foppen nicht.
fool-round-over = Die Runde ist vorbei. Gleich geht es weiter.
fool-not-in-game = Du hast diese Partie verlassen.
fool-sits-out = Du bist der Narr und setzt diesen Stich aus.
fool-not-your-turn = Gerade ist { $player } dran.
fool-one-card = Nur eine Karte pro Stich.
fool-not-in-hand = { $suit ->
    [joker] Du hast keine { $sign }{ "\u00A0" }{ $number } auf der Hand.
   *[other] Du hast { fool-card } nicht auf der Hand.
 }
fool-must-follow = Du musst { $sign }{ "\u00A0" }{ fool-suit } bedienen. Nur eine 1 geht immer.

# Nach der Runde

fool-ended = Rundenende: { $players } { $count ->
    [one] hat
   *[other] haben
 } keine Karten mehr.
fool-ended-unscored = Zu wenige übrig: Die Runde zählt nicht.
fool-last-trick = Letzter Stich: { $plays }
fool-begins = { $player } beginnt die nächste Runde.
fool-round = Runde
fool-rest = { $player }: { $cards }
fool-over-ticks = Das war +10 Nummer { $ticks }: Die Partie ist zu Ende.
fool-over-low = { $players } { $count ->
    [one] steht
   *[other] stehen
 } bei { $limit } oder tiefer: Die Partie ist zu Ende.
fool-over-few = Zu wenige übrig: Die Partie ist zu Ende.
fool-winners = 🏆 { $players } { $count ->
    [one] gewinnt
   *[other] gewinnen
 }!

# Warum ein Computer es täte: für alle, die um einen Tipp bitten

fool-why-only = Eine andere darfst du nicht spielen.
fool-why-lead = Wenn du die ausspielst, muss wohl jemand etwas Schlechteres legen.
fool-why-lead-void = Jemand hat diese Farbe nicht und muss abwerfen: Das ist schlechter als deine Karte.
fool-why-follow = Es kommt wohl noch etwas Schlechteres, also wirst du kaum gefoppt.
fool-why-discard = So ist die Chance am besten, dass jemand niedriger abwirft.
fool-why-lost = Gefoppt zu werden ist hier billiger, als diese Karte zu behalten.
fool-why-low = Hier bist du sicher: weg mit einer niedrigen, die später gefährlich wird.
fool-why-dear = Hier bist du sicher: weg mit einer teuren, die am Ende zählt.
fool-why-joker = Die 1 gilt als bedient: Wer abwirft, ist schlechter dran als du.
fool-why-joker-safe = Hier bist du sicher: weg mit der 1, die am Ende 5 kostet.
