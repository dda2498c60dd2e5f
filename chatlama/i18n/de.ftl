## Was zu keinem Spiel gehört: Lobby, Züge, Ablehnungen des Tisches, Befehle.

list-and = { $first } und { $last }
language = { $code ->
    [de] Deutsch
    [en] English
   *[other] { $code }
 }

# Die Lobby

lobby-title = { $game }: Wer spielt mit?
lobby-missing = { $missing ->
    [one] Es fehlt noch eine Person.
   *[other] Es fehlen noch { $missing } Personen.
 }
lobby-ready = Alles bereit: Wer den Tisch leitet, kann starten.
role-host = leitet den Tisch
role-guest = ist dabei
strength = { $strength ->
    [easy] leicht
    [medium] mittel
   *[hard] schwer
 }
setting = { $name }: { $value }
setting-game = Spiel
setting-turn = Zugzeit
setting-language = Sprache
setting-leaving = Wer geht
leaving = { $value ->
    [computer] wird vom Computer ersetzt
   *[out] ist raus
 }
setting-hints = Tipps
hints = { $value ->
    [on] erlaubt
   *[off] aus
 }
time = { $unit ->
    [seconds] { $count } s
    [minutes] { $count } min
    [hours] { $count } Std.
   *[days] { $count } Tage
 }
time-off = ohne Limit
time-weekday = { $weekday ->
    [1] Mo
    [2] Di
    [3] Mi
    [4] Do
    [5] Fr
    [6] Sa
   *[7] So
 } { $time }
time-date = { $day }.{ $month }. { $time }
button-join = Mitspielen
button-add = 🤖 Computer dazu
button-remove = { $player } entfernen
button-strength = { $player } → { $strength }
button-set = { $name } → { $value }
button-start = Starten

# Im Spiel

turn = { $count ->
    [one] { $players } ist dran.
   *[other] { $players } sind dran.
 }
turn-until = { $count ->
    [one] { $players } ist dran, bis { $due }.
   *[other] { $players } sind dran, bis { $due }.
 }
your-turn = Du bist dran.
your-turn-until = Du bist dran, bis { $due }.
ping = { $count ->
    [one] , du bist dran.
   *[other] : Ihr seid dran.
 }
ping-until = { $count ->
    [one] , du bist dran – bis { $due }.
   *[other] : Ihr seid dran – bis { $due }.
 }
late = { $player }: Zeit abgelaufen.
left = { $player } hat den Tisch verlassen.
button-hand = 🂠 Meine Hand
button-menu = ⋯
confirm = Gesehen? Es fehlt noch die Bestätigung von { $players }.
confirm-until = Gesehen? Es fehlt noch die Bestätigung von { $players }; gewartet wird bis { $due }.
button-next = Weiter
button-again = Noch einmal

# Wer weg ist, Pausen

absent = 💤 { $players } { $count ->
    [one] ist weg: Ein Computer spielt, bis ein Lebenszeichen kommt.
   *[other] sind weg: Computer spielen, bis ein Lebenszeichen kommt.
 }
paused = ⏸ Pause
paused-nobody = ⏸ Niemand da: Das Spiel wartet auf euch.
not-paused = Gerade ist keine Pause.
asks-pause = { $player } möchte eine Pause. Einverstanden? Das entscheidet, wer den Tisch leitet.
asks-resume = { $player } möchte weiterspielen. Einverstanden? Das entscheidet, wer den Tisch leitet.
taken-over = { $name } hat den Tisch verlassen, { $player } spielt weiter.
hint = 💡 { $move }. { $why }
hint-not-now = Einen Tipp gibt es, wenn du dran bist.
hints-off = An diesem Tisch gibt es keine Tipps. Wer ihn leitet, kann sie in der Lobby unter ⋯ erlauben.
button-hint = 💡 Tipp
button-pause = ⏸ Pause
button-resume = ▶ Weiterspielen

# Das Menü

menu = Was möchtest du tun?
button-rules = Regeln
button-rules-full = Ausführliche Regeln
button-help = Hilfe
button-status = Tisch hier unten zeigen
button-leave = Tisch verlassen
button-stop = Tisch schließen

# Das Ende eines Tisches

closed-stopped = Dieser Tisch ist geschlossen.
closed-idle = Hier war länger nichts los: Der Tisch ist geschlossen.
closed-empty = Hier sitzt niemand mehr: Der Tisch ist geschlossen.

# Warum etwas nicht geht

already-seated = Du sitzt schon an diesem Tisch.
not-seated = Du sitzt nicht an diesem Tisch.
table-full = Der Tisch ist voll.
table-closed = Dieser Tisch ist geschlossen. Mach einen neuen auf.
game-running = Gerade läuft ein Spiel. Das geht erst wieder in der Lobby.
join-later = Gerade läuft ein Spiel. Beim nächsten kannst du mitspielen.
game-missing = Das Spiel des Tisches in diesem Chat ist hier nicht installiert. Der Tisch wartet darauf.
no-game = Es läuft noch kein Spiel.
host-only = Das darf nur, wer den Tisch leitet.
no-computer = So einen Computerspieler gibt es nicht.
no-such-choice = Diese Wahl gibt es nicht.
too-few-players = Mindestens { $min } müssen mitspielen. Computer dazu?
too-many-players = Hier spielen höchstens { $max } mit.
stale = Das ist schon vorbei.
stale-turn = Das ist schon vorbei. Am Zug: { $players }.
not-understood = „{ $said }“ verstehe ich nicht.
ambiguous = Das passt auf { $choices }. Was meinst du?
unreached =
    Deine Karten zeige ich dir in einem Raum für uns zwei. Nimm meine Einladung dorthin an, dann geht es weiter.
    Ist keine gekommen, lade mich in einen verschlüsselten ein.
named-openly = Du schreibst hier ohne deinen Namen. Am Tisch lesen alle { $name }. Mach es noch einmal, wenn du trotzdem mitspielen willst.
no-hand = Du hast gerade keine Karten.
failed = Das ist schiefgegangen. Versuch etwas anderes.
given-up = Dieses Spiel geht nicht weiter: Seine Regeln haben sich geändert oder einen Fehler. Eure Plätze bleiben.

# Wo kein Tisch steht

welcome =
    Hier steht noch kein Tisch. Mach einen auf, dann können die anderen mitspielen:
    Den Tisch sehen alle, deine Karten nur du.
button-open = Tisch aufmachen

# Befehle, wie man sie tippt; das erste Wort nennt die Hilfe

command-new = neu
command-join = mitspielen
command-leave = verlassen gehen
command-start = starten anfangen
command-hand = hand
command-status = stand tisch
command-rules = regeln
command-menu = menü einstellungen
command-pause = pause pausieren
command-resume = weiterspielen fortsetzen
command-stop = schluss beenden
command-help = hilfe
command-auto = auto
command-hint = tipp
command-next = weiter
help-word = „{ $sign }{ $word }“
help =
    Mit „neu“ machst du einen Tisch auf, mit „mitspielen“ setzt du dich dazu, mit „starten“ geht es los.
    Spiele mit den Knöpfen oder tippe, was darauf steht{ $count ->
    [0] .
   *[number] : { $moves }.
 }
    Außerdem: „hand“, „stand“, „regeln“, „pause“, „weiterspielen“, „verlassen“, „schluss“; „tipp“ hilft dir, mit „auto“ wählt der Computer deinen Zug.
help-typed =
    Mit { $sign }neu machst du einen Tisch auf, mit { $sign }mitspielen setzt du dich dazu, mit { $sign }starten geht es los.
    Spiele mit den Knöpfen am Tisch oder schreib, was darauf steht{ $count ->
    [0] .
   *[number] : { $moves }.
 } „Meine Hand“ zeigt deine Karten dir allein.
    Außerdem: { $sign }hand, { $sign }stand, { $sign }regeln, { $sign }einstellungen, { $sign }pause, { $sign }weiterspielen, { $sign }verlassen, { $sign }schluss; { $sign }tipp hilft dir, mit { $sign }auto wählt der Computer deinen Zug.

# An einem Bildschirm

setting-seats = Mitspielende
seats = { $computers ->
    [0] kein Computer
    [one] davon ein Computer
   *[other] davon { $computers } Computer
 }
setting-strength = Stärke der Computer
menu-choice = Deine Wahl [{ $usual }]:
terminal-prompt = Dein Zug:
terminal-pass = Bitte weitergeben an { $name }.
terminal-enter = Weiter mit Enter.
terminal-back = Zurück
terminal-failed = Das ließ sich nicht speichern. Versuch es noch einmal.
terminal-keys = ← → wählen, Enter drücken oder Zug tippen. „?“ gibt einen Tipp, „hilfe“ sagt mehr, Strg-C beendet.
terminal-scroll = Blättern: Bild ↑/↓.
terminal-saved = Gespeichert. Weiter geht es mit „chatlama play --resume“ oder „make play ARGS=--resume“.

# Telegram

telegram-new = Einen Tisch aufmachen
telegram-neu = Einen Tisch aufmachen
telegram-join = Mitspielen
telegram-leave = Den Tisch verlassen
telegram-hand = Deine Karten sehen
telegram-status = Den Tisch zeigen
telegram-rules = So geht das Spiel
telegram-settings = Was sonst noch geht
telegram-hint = Was ein Computer täte
telegram-pause = Um eine Pause bitten
telegram-resume = Weiterspielen
telegram-stop = Den Tisch schließen
telegram-help = So bedienst du mich
telegram-start = Anfangen
not-kept = Das lässt sich gerade nicht speichern. Ich versuche es weiter.
hand-needs-press = Drück am Tisch auf „Meine Hand“ oder ⋯: Die Antwort siehst dann nur du.
too-much = Mehr darf ich hier gerade nicht schreiben. Versuch es gleich noch einmal.

# Matrix

matrix-unreadable = Ich kann deine Nachricht nicht lesen: Deine App hat mir den Schlüssel nicht geschickt. Verifiziere deine Sitzung oder erlaube der App, auch an nicht verifizierte Sitzungen zu senden. Dann schreib es noch einmal.
matrix-crowded = In diesem Raum sind mehr Leute, als hier mit mir spielen dürfen, deshalb gehe ich wieder. Lad mich in einen kleineren ein.
