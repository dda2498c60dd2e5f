## What belongs to no game: the lobby, turns, refusals of the table, commands.

list-and = { $first } and { $last }
language = { $code ->
    [de] Deutsch
    [en] English
   *[other] { $code }
 }

# The lobby

lobby-title = { $game }: who is in?
lobby-missing = { $missing ->
    [one] One more player needed.
   *[other] { $missing } more players needed.
 }
lobby-ready = Ready: the host can start.
role-host = host
role-guest = is in
strength = { $strength ->
    [easy] easy
    [medium] medium
   *[hard] hard
 }
setting = { $name }: { $value }
setting-game = Game
setting-turn = Turn time
setting-language = Language
setting-leaving = Who leaves
leaving = { $value ->
    [computer] is replaced by a computer
   *[out] is out
 }
setting-hints = Hints
hints = { $value ->
    [on] on
   *[off] off
 }
time = { $unit ->
    [seconds] { $count } s
    [minutes] { $count } min
    [hours] { $count } h
   *[days] { $count } days
 }
time-off = no limit
time-weekday = { $weekday ->
    [1] Mon
    [2] Tue
    [3] Wed
    [4] Thu
    [5] Fri
    [6] Sat
   *[7] Sun
 } { $time }
time-date = { $month }/{ $day } { $time }
button-join = Join
button-add = 🤖 Add computer
button-remove = Remove { $player }
button-strength = { $player } → { $strength }
button-set = { $name } → { $value }
button-start = Start

# Playing

turn = { $count ->
    [one] { $players } is to move.
   *[other] { $players } are to move.
 }
turn-until = { $count ->
    [one] { $players } is to move, until { $due }.
   *[other] { $players } are to move, until { $due }.
 }
your-turn = It’s your turn.
your-turn-until = It’s your turn, until { $due }.
ping = { $count ->
    [one] , it’s your turn.
   *[other] : it’s your turn.
 }
ping-until = { $count ->
    [one] , it’s your turn – until { $due }.
   *[other] : it’s your turn – until { $due }.
 }
late = { $player } ran out of time.
left = { $player } has left.
button-hand = 🂠 My hand
button-menu = ⋯
confirm = Seen the scores? Waiting for { $players }.
confirm-until = Seen the scores? Waiting for { $players }, until { $due } at the latest.
button-next = Continue
button-again = Play again

# Absent people, pauses

absent = 💤 { $players } { $count ->
    [one] is away: a computer plays on until there is a sign of life.
   *[other] are away: computers play on until there is a sign of life.
 }
paused = ⏸ The game is paused.
paused-nobody = ⏸ Nobody is there: the game waits for one of you.
not-paused = The game isn’t paused.
asks-pause = { $player } would like a pause. Is the host all right with that?
asks-resume = { $player } would like to go on. Is the host all right with that?
taken-over = { $name } has left, { $player } plays on.
hint = 💡 { $move }. { $why }
hint-not-now = A hint is for when it’s your turn.
hints-off = Hints are off at this table. The host can allow them in the lobby, under ⋯.
button-hint = 💡 Hint
button-pause = ⏸ Pause
button-resume = ▶ Go on

# The menu

menu = What would you like to do?
button-rules = Rules
button-rules-full = All rules
button-help = Help
button-status = Show the table down here
button-leave = Leave the table
button-stop = Close the table

# The end of a table

closed-stopped = This table has been closed.
closed-idle = Nobody did anything for a while: the table is closed.
closed-empty = Nobody sits here any more: the table is closed.

# Why something can't be done

already-seated = You already sit at this table.
not-seated = You don’t sit at this table.
table-full = The table is full.
table-closed = This table is closed. Open a new one.
game-running = A game is being played. That has to wait for the lobby.
join-later = A game is being played. You can join the next one.
game-missing = The game of this chat’s table is not installed here. The table waits for it.
no-game = No game is being played yet.
host-only = Only the host can do that.
no-computer = There is no such computer player.
no-such-choice = There is no such choice.
too-few-players = { $min } players are needed. Add a computer?
too-many-players = This game takes { $max } players at most.
stale = That is over already.
stale-turn = That is over already. To move: { $players }.
not-understood = I don’t understand “{ $said }”.
ambiguous = That fits { $choices }. Which one?
unreached =
    I show you your cards in a room for the two of us. Accept my invitation to it, and it goes on from here.
    If none has come, invite me to one that is encrypted.
named-openly = You write here without your name. At the table everybody reads { $name }. Do it again if you want to play all the same.
no-hand = You hold no cards now.
failed = That went wrong. Try something else.
given-up = This game can’t go on: its rules have changed, or they fail. Your seats are kept.

# Where no table stands

welcome =
    There is no table here yet. Open one and the others can join:
    everybody sees the table, your cards only you.
button-open = Open a table

# Commands, as they are typed; the first word is the one that help names

command-new = new
command-join = join
command-leave = leave
command-start = start
command-hand = hand
command-status = status table
command-rules = rules
command-menu = menu settings
command-pause = pause
command-resume = resume
command-stop = stop
command-help = help
command-auto = auto
command-hint = hint
command-next = next continue
help-word = “{ $sign }{ $word }”
help =
    Open a table with “new”, join with “join”, begin with “start”.
    Play with the buttons, or type what stands on them{ $count ->
    [0] .
   *[number] : { $moves }.
 }
    Also: “hand”, “status”, “rules”, “pause”, “resume”, “leave”, “stop”; “hint” advises you, “auto” lets the computer choose your move.
help-typed =
    Open a table with { $sign }new, join with { $sign }join, begin with { $sign }start.
    Play with the buttons at the table, or write what stands on them{ $count ->
    [0] .
   *[number] : { $moves }.
 } “My hand” shows your cards to you alone.
    Also: { $sign }hand, { $sign }status, { $sign }rules, { $sign }settings, { $sign }pause, { $sign }resume, { $sign }leave, { $sign }stop; { $sign }hint advises you, { $sign }auto lets the computer choose your move.

# At one screen

setting-seats = Players
seats = { $computers ->
    [0] no computer
    [one] one of them a computer
   *[other] { $computers } of them computers
 }
setting-strength = Strength of the computers
menu-choice = Your choice [{ $usual }]:
terminal-prompt = Your move:
terminal-pass = Pass the device to { $name }.
terminal-enter = Press Enter.
terminal-back = Back
terminal-failed = That could not be saved. Try again.
terminal-keys = ← → and Enter, or type a move. “?” is a hint, “help” tells more, Ctrl-C leaves.
terminal-scroll = PgUp/PgDn to scroll.
terminal-saved = Saved. It goes on with “chatlama play --resume” or “make play ARGS=--resume”.

# Telegram

telegram-new = Open a table
telegram-neu = Open a table
telegram-join = Sit down at the table
telegram-leave = Leave the table
telegram-hand = See your hand
telegram-status = Show the table
telegram-rules = How the game goes
telegram-settings = What else can be done
telegram-hint = What a computer would do
telegram-pause = Have the game paused
telegram-resume = Have it go on
telegram-stop = Close the table
telegram-help = How to use me
telegram-start = Begin
not-kept = That can’t be saved just now. I keep trying.
hand-needs-press = Press “My hand” or ⋯ at the table: then only you see the answer.
too-much = Telegram lets me send only so much here in a minute. Try again soon.

# Matrix

matrix-unreadable = I can’t read your message: your app sent me no key for it. Verify your session, or let your app send keys to sessions that are not verified; then write it again.
matrix-crowded = More people are in this room than I may play with, so I leave it. Invite me into a smaller one.
