"""What operators can write, what comes of it, and how each mistake is told."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from datetime import time, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import fields

from chatlama.config import Config, ConfigError, Section, load
from chatlama.config.settings import LEVELS, SECTIONS, ChatConfig, ClockConfig, StoreConfig
from chatlama.config.sources import KNOWN
from chatlama.core.clock import Quiet
from chatlama.core.table.house import Ping, Times
from chatlama.core.table.model import Language
from chatlama.i18n.catalog import LANGUAGES
from chatlama.transports.matrix.settings import DEFAULTS as MATRIX
from chatlama.transports.telegram.settings import DEFAULTS as TELEGRAM

SHIPPED = Path(__file__).parents[1] / "config" / "chatlama.toml"
NAMES = [
    f"{section}.{field.name}" for section, struct in SECTIONS.items() for field in fields(struct)
]
SHIPPED_FOR = {"matrix": MATRIX, "telegram": TELEGRAM}
OTHERS = ("telegram", "my_chat")
"""Transports that are installed."""
ONE_DAY = timedelta(days=1)


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working directory."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def read(toml: str | bytes, environ: Mapping[str, str] | None = None) -> Config:
    Path("chatlama.toml").write_bytes(toml.encode() if isinstance(toml, str) else toml)
    return load(None, environ or {}, transports=OTHERS)


def complaint(toml: str | bytes, environ: Mapping[str, str] | None = None) -> str:
    with pytest.raises(ConfigError) as caught:
        read(toml, environ)
    return sound(caught.value)


def sound(error: ConfigError) -> str:
    message = str(error)
    assert message.isprintable()  # so it is one line
    assert "Traceback" not in message
    assert error.__context__ is None or error.__suppress_context__  # nor is what it came from
    return message


# --- where settings come from ----------------------------------------------------------------


def test_without_file_and_environment_there_are_the_defaults() -> None:
    assert load(None, {}) == Config()
    assert Config().times() == Times()
    assert Config().store == StoreConfig(kind="tinydb", path=Path("data"))
    assert Config().chat == ChatConfig(language=Language("en"), zone=None, game="alpaka")
    assert Config().log.level == "warning"
    assert KNOWN["chat.language"] is LANGUAGES
    assert Config().chat.language in LANGUAGES


def test_the_shipped_file_says_the_defaults() -> None:
    config = load(SHIPPED, {}, transports=SHIPPED_FOR)
    assert msgspec.structs.replace(config, transports={}) == Config()
    assert {name: config.transports[name].settings for name in SHIPPED_FOR} == SHIPPED_FOR


def test_the_shipped_file_names_every_setting_once_and_explains_it_in_a_line() -> None:
    section, names, before = "", [], ""
    for line in SHIPPED.read_text(encoding="utf-8").splitlines():
        if header := re.fullmatch(r"\[(\w+)\]", line):
            section = header[1]
        elif setting := re.match(r"(\w+) = ", line):
            names.append(f"{section}.{setting[1]}")
            assert before.startswith("# "), f"{names[-1]} lacks its comment"
        before = line
    chats = [f"{chat}.{key}" for chat, settings in SHIPPED_FOR.items() for key in settings]
    assert names == [*NAMES[:-1], *chats, NAMES[-1]]
    written = tomllib.loads(SHIPPED.read_text(encoding="utf-8"))
    assert sum(map(len, written.values())) == len(names)


def test_the_path_wins_over_the_variable_and_that_over_the_working_directory(here: Path) -> None:
    (here / "config").mkdir()
    for level, name in {
        "debug": "given.toml",
        "info": "named.toml",
        "error": "config/chatlama.toml",
        "critical": "chatlama.toml",
    }.items():
        Path(name).write_text(f'[log]\nlevel = "{level}"\n', encoding="utf-8")
    named = {"CHATLAMA_CONFIG": "named.toml"}

    assert load(Path("given.toml"), named).log.level == "debug"
    assert load(None, named).log.level == "info"
    assert load(None, {"CHATLAMA_CONFIG": ""}).log.level == "error"
    assert load(None, {}).log.level == "error"
    Path("config/chatlama.toml").unlink()
    assert load(None, {}).log.level == "critical"


def test_a_file_that_happens_to_be_called_config_is_no_obstacle() -> None:
    Path("config").write_text("", encoding="utf-8")
    assert load(None, {}) == Config()


def test_the_environment_wins_over_the_file() -> None:
    toml = '[clock]\nturn = "10 min"\nconfirm = "1 min"\n'
    config = read(toml, {"CHATLAMA_CLOCK_TURN": "off", "CHATLAMA_CLOCK_PING_BEFORE": "20"})
    assert config.clock == ClockConfig(
        turn=None, confirm=timedelta(minutes=1), ping_before=timedelta(seconds=20)
    )


def test_quiet_hours_are_told_in_the_zone_of_the_chats() -> None:
    config = read('[clock]\nquiet = "22:00 – 7:30"\n[chat]\nzone = "Europe/Berlin"\n')
    assert config.times().quiet == Quiet(time(22), time(7, 30), ZoneInfo("Europe/Berlin"))
    assert read('[clock]\nquiet = " "\n').times().quiet is None


def test_a_switch_is_on_or_off_true_or_false() -> None:
    for written, meant in (("'on'", True), ("true", True), ("'off'", False), ("false", False)):
        assert read(f"[table]\nabsent = {written}\n").times().absent is meant
    assert read("[table]\npace = '250 ms'\n").table.pace == timedelta(milliseconds=250)


@pytest.mark.parametrize("name", NAMES)
def test_every_setting_can_be_given_in_the_environment(name: str) -> None:
    values = {
        "store.kind": "memory",
        "store.path": "elsewhere",
        "clock.turns": "off, 1 h,60 s",
        "clock.ping": "always",
        "clock.quiet": "22:00-07:00",
        "table.absent": "off",
        "table.pace": "7 s",
        "chat.language": "de",
        "chat.zone": "Europe/Berlin",
        "chat.game": "other",
        "log.level": "debug",
    }
    variable = "CHATLAMA_" + name.replace(".", "_").upper()
    section, key = name.split(".")
    config = load(None, {variable: values.get(name, "7 min")})
    changed = getattr(getattr(config, section), key)
    assert changed != getattr(getattr(Config(), section), key)
    mended = msgspec.structs.replace(getattr(Config(), section), **{key: changed})
    assert config == msgspec.structs.replace(Config(), **{section: mended})


def test_other_variables_pass() -> None:
    assert load(None, {"PATH": "/bin", "CHATLAMA": "x"}) == Config()


def test_what_is_written_for_a_transport_is_handed_on_to_it_alone_and_unread() -> None:
    environ = {
        "CHATLAMA_TELEGRAM_TOKEN": "1:s3cret",
        "CHATLAMA_MY_CHAT_": "x",
        "CHATLAMA_MY_CHAT_NICK": "lama",
        "CHATLAMA_LOG_LEVEL": "info",
    }
    config = read("[my_chat]\nany = [1, {thing = true}]\n", environ)
    assert config.log.level == "info"
    assert config.transports == {
        "telegram": Section("chatlama.toml", {}, {"TOKEN": "1:s3cret"}),
        "my_chat": Section(
            "chatlama.toml", {"any": [1, {"thing": True}]}, {"": "x", "NICK": "lama"}
        ),
    }
    assert "s3cret" not in repr(config)


def test_of_two_transports_whose_names_begin_alike_each_has_its_own() -> None:
    environ = {"CHATLAMA_MY_CHAT_NICK": "a", "CHATLAMA_MY_NICK": "b"}
    found = load(None, environ, transports=["my", "my_chat"]).transports
    assert found["my"].variables == {"NICK": "b"}
    assert found["my_chat"].variables == {"NICK": "a"}


@pytest.mark.parametrize("name", [*SECTIONS, "times", "transports"])
def test_a_transport_may_be_called_anything(name: str) -> None:
    """One that is called like a section of ours gets nothing; it is left out later."""
    config = load(None, {}, transports=[name])
    assert set(config.transports) == {name} - set(SECTIONS)
    assert msgspec.structs.replace(config, transports={}) == Config()


@pytest.mark.parametrize(
    ("environ", "spoken"),
    [
        ({}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "de"}, "de"),
        ({"LANG": "de_AT@euro"}, "de"),
        ({"LANG": "DE"}, "de"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "POSIX"}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
        ({"LANG": "den_CA"}, "en"),
        ({"LANG": "en_GB.UTF-8", "LC_ALL": "de_CH.UTF-8"}, "de"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "en_GB.UTF-8", "LC_MESSAGES": "de_DE.UTF-8"}, "de"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": ""}, "de"),
        ({"LANG": "de_DE.UTF-8", "CHATLAMA_CHAT_LANGUAGE": "en"}, "en"),
        ({"LANG": "de_DE.UTF-8", "CHATLAMA_CHAT_LANGUAGE": ""}, "de"),
        ({"CHATLAMA_CHAT_LANGUAGE": "de"}, "de"),
    ],
)
def test_the_language_is_as_set_or_the_system_s_or_english(
    environ: Mapping[str, str], spoken: str
) -> None:
    assert load(None, environ).chat.language == spoken
    assert read('[chat]\nlanguage = ""\n', environ).chat.language == spoken


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_in_the_file_counts_even_where_the_system_speaks_another(language: str) -> None:
    environ = {"LANG": "de_DE.UTF-8"}
    assert read(f'[chat]\nlanguage = "{language}"\n', environ).chat.language == language


def test_a_byte_order_mark_and_windows_lines_are_read() -> None:
    assert read(b'\xef\xbb\xbf[log]\r\nlevel = "info"\r\n').log.level == "info"


# --- what values mean ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ('"90 s"', timedelta(seconds=90)),
        ('"90s"', timedelta(seconds=90)),
        ('" 3 min "', timedelta(minutes=3)),
        ('"1 h"', timedelta(hours=1)),
        ('"2 d"', timedelta(days=2)),
        ('"120"', timedelta(minutes=2)),
        ("120", timedelta(minutes=2)),
        ("20", timedelta(seconds=20)),
        ('"3 d"', timedelta(days=3)),
        ('"off"', None),
    ],
)
def test_durations_are_written_for_people(written: str, meant: timedelta | None) -> None:
    assert read(f"[clock]\nturn = {written}\n").times().turn == meant


def test_times_are_those_of_the_clock() -> None:
    config = read(
        """
        [clock]
        turn = "1 min"
        turns = ["off", "1 min", 60, "2 min"]
        confirm = "off"
        lobby = "off"
        ping = "never"
        ping_before = "10 s"
        grace = "1 s"
        """
    )
    minute = timedelta(minutes=1)
    turns = (None, minute, 2 * minute)
    ten, one = timedelta(seconds=10), timedelta(seconds=1)
    assert config.times() == Times(minute, turns, None, None, Ping.NEVER, ten, one)


def test_the_host_can_always_choose_the_usual_turn() -> None:
    turns = read('[clock]\nturn = "1 d"\nturns = ["off"]\n').times().turns
    assert turns == (ONE_DAY, None)


def test_a_zone_is_ready_for_use_and_nothing_means_the_machines() -> None:
    assert read('[chat]\nzone = "Europe/Berlin"\n').chat.zone == ZoneInfo("Europe/Berlin")
    assert read('[chat]\nzone = ""\n').chat.zone is None


def test_what_may_be_chosen_from_comes_in() -> None:
    environ = {"CHATLAMA_CHAT_LANGUAGE": "fr", "CHATLAMA_STORE_KIND": "postgres"}
    known = {"chat.language": ("en", "fr"), "store.kind": ("memory", "postgres")}
    config = load(None, environ, known)
    assert (config.chat.language, config.store.kind) == ("fr", "postgres")
    with pytest.raises(ConfigError) as caught:
        load(None, environ, known | {"store.kind": ("memory", "tinydb")})
    assert sound(caught.value) == (
        'CHATLAMA_STORE_KIND: "postgres" is not possible; choose one of memory, tinydb'
    )


def test_the_config_is_frozen() -> None:
    with pytest.raises(AttributeError):
        Config().log.level = "debug"  # type: ignore[misc]


# --- how mistakes are told -------------------------------------------------------------------

DURATION = "is no duration; write for example"
LIST = 'a list of 1 to 12 is needed; write for example "90 s, 3 min"'


@pytest.mark.parametrize(
    ("setting", "told"),
    [
        # durations
        ("clock.turn = 'soon'", f'clock.turn: "soon" {DURATION} 90 s, 3 min or off'),
        ("clock.turn = '-9 s'", f'clock.turn: "-9 s" {DURATION} 90 s, 3 min or off'),
        ("clock.turn = '1.5 h'", f'clock.turn: "1.5 h" {DURATION} 90 s, 3 min or off'),
        ("clock.turn = true", f"clock.turn: true/false {DURATION} 90 s, 3 min or off"),
        ("clock.turn = 1.5", f"clock.turn: a number {DURATION} 90 s, 3 min or off"),
        ("clock.turn = 12:30:00", f"clock.turn: a date or time {DURATION} 90 s, 3 min or off"),
        ("clock.turn = {s = 5}", f"clock.turn: a table {DURATION} 90 s, 3 min or off"),
        ("clock.grace = 'off'", f'clock.grace: "off" {DURATION} 90 s or 3 min'),
        ("clock.turn = 19", "clock.turn: too short; write 20 s or more"),
        ("clock.turn = -90", "clock.turn: too short; write 20 s or more"),
        ("clock.lobby = '59 s'", "clock.lobby: too short; write 1 min or more"),
        ("clock.grace = 0", "clock.grace: too short; write 1 s or more"),
        ("clock.turn = '4 d'", "clock.turn: too long; write 3 d or less, or off"),
        ("clock.grace = '61 min'", "clock.grace: too long; write 1 h or less"),
        ("clock.ping_before = 1" + "0" * 99, "clock.ping_before: too long; write 1 d or less"),
        # lists
        ("clock.turns = '1 h,,off'", f'clock.turns: "" {DURATION} 90 s, 3 min or off'),
        ("clock.turns = 90", f"clock.turns: {LIST}"),
        ("clock.turns = []", f"clock.turns: {LIST}"),
        ("clock.turns = [5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17]", f"clock.turns: {LIST}"),
        ("clock.quiet = 'night'", 'clock.quiet: "night" is no time of day; write for example'),
        ("clock.quiet = '22:00-22:00'", 'clock.quiet: "22:00-22:00" is no time of day; write'),
        ("clock.quiet = '24:00-07:00'", 'clock.quiet: "24:00-07:00" is no time of day; write'),
        ("clock.quiet = 7", "clock.quiet: a number is no text; write it in quotes"),
        ("table.absent = 'maybe'", 'table.absent: "maybe" is not possible; choose one of on, off'),
        ("table.pace = '11 s'", "table.pace: too long; write 10 s or less"),
        ("clock.turns = [['off']]", f"clock.turns: a list {DURATION} 90 s, 3 min or off"),
        ("clock.turns = ['off', 1]", "clock.turns: too short; write 20 s or more"),
        # words
        ("clock.ping = 'lat'", 'clock.ping: "lat" is not possible; did you mean late?'),
        (
            "clock.ping = 'loud'",
            'clock.ping: "loud" is not possible; choose one of never, late, always',
        ),
        ("clock.ping = false", "clock.ping: true/false is no text; write it in quotes"),
        ("log.level = 'WARN'", 'log.level: "WARN" is not possible; did you mean warning?'),
        ("log.level = 30", "log.level: a number is no text; write it in quotes"),
        ("chat.language = 'dee'", 'chat.language: "dee" is not possible; did you mean de?'),
        (
            f"chat.language = '{'x' * 41}'",
            f'chat.language: "{"x" * 40}…" is not possible; choose one of en, de',
        ),
        (r'log.level = "a\nb\u001b"', r'log.level: "a\nb\x1b" is not possible; choose one of '),
        ("store.kind = ' '", "store.kind: a name is missing; write one, or leave the setting out"),
        ("chat.game = 7", "chat.game: a number is no text; write it in quotes"),
        (
            "chat.zone = 'europe/berln'",
            'chat.zone: "europe/berln" is no time zone known here; did you mean Europe/Berlin?',
        ),
        (
            "chat.zone = '../x'",
            'chat.zone: "../x" is no time zone known here; write for example Europe/Berlin, or ',
        ),
        ("chat.zone = 1", "chat.zone: a number is no text; write it in quotes"),
        ("store.path = '~/lama'", "store.path: this is no folder; write its whole path, without ~"),
        ('store.path = "a\\u0000"', "store.path: this is no folder; write its whole path, with"),
        # names
        ("clock.trun = 1", "clock.trun is not a setting; did you mean clock.turn?"),
        ("chat.lang = 1", "chat.lang is not a setting; did you mean chat.language?"),
        ("log.colour = 1", "log.colour is not a setting; [log] has level"),
        ("store.token = 's3cret'", "store.token is not a setting; [store] has kind, path"),
        ("clok.turn = 1", "clok is not a section; did you mean clock?"),
        (
            "turn = 's3cret'",
            "turn is not a section; the sections are store, clock, table, chat, log, telegram",
        ),
        ("log = 's3cret'", "log is not a table; write [log] on a line of its own and its settings"),
        ("[[log]]", "log is not a table; write [log] on a line of its own and its settings below"),
        ("telegrm.port = 1", "telegrm is not a section; did you mean telegram?"),
        ("telegram = 's3cret'", "telegram is not a table; write [telegram] on a line of its own"),
        (
            '"a\\nb" = 1',
            r"a\nb is not a section; the sections are store, clock, table, chat, log, telegram",
        ),
        # the file itself
        ("\nlevel = 3 s", "not TOML: Expected newline or end of document after a statement (at li"),
        ("a = " + "9" * 9999, "not TOML: Exceeds the limit"),
        ("a = " + "[" * 9999, "not TOML: "),
    ],
)
def test_a_mistake_in_the_file_is_told_in_one_line(setting: str, told: str) -> None:
    message = complaint(setting)
    assert message.startswith(f"chatlama.toml: {told}")
    assert "s3cret" not in message


def test_broken_toml_is_told_with_its_line() -> None:
    message = complaint('[log]\n\nlevel = warning\nkey = "s3cret"')
    assert message == (
        "chatlama.toml: not TOML: Invalid value (at line 3, column 9); "
        'a setting is written as key = "value"'
    )


def test_bytes_that_are_no_utf_8_are_told_with_their_line() -> None:
    message = complaint(b'\xef\xbb\xbf[store]\npath = "L\xf6we"\n')
    assert message == "chatlama.toml: not UTF-8 in line 2; save it as UTF-8"


@pytest.mark.parametrize(
    ("variable", "value", "told"),
    [
        (
            "CHATLAMA_CLOCK_TURN",
            "soon",
            'CHATLAMA_CLOCK_TURN: "soon" is no duration; write for example 90 s, 3 min or off',
        ),
        (
            "CHATLAMA_CLOCK_TURNS",
            "90 s,,off",
            'CHATLAMA_CLOCK_TURNS: "" is no duration; write for example 90 s, 3 min or off',
        ),
        (
            "CHATLAMA_LOG_LEVEL",
            "\udcff",
            r'CHATLAMA_LOG_LEVEL: "\udcff" is not possible; choose one of ' + ", ".join(LEVELS),
        ),
        (
            "CHATLAMA_CLOCK_TRUN",
            "1 h",
            "CHATLAMA_CLOCK_TRUN is not a setting; did you mean CHATLAMA_CLOCK_TURN?",
        ),
        (
            "CHATLAMA_clock_turn",
            "1 h",
            "CHATLAMA_clock_turn is not a setting; did you mean CHATLAMA_CLOCK_TURN?",
        ),
        (
            "CHATLAMA_CLOK_TURN",
            "1 h",
            "CHATLAMA_CLOK_TURN is not a setting; did you mean CHATLAMA_CLOCK_TURN?",
        ),
        ("CHATLAMA_CLOCK_XYZ", "1 h", "CHATLAMA_CLOCK_XYZ is not a setting; unset it"),
        ("CHATLAMA_STORE_TOKEN", "s3cret", "CHATLAMA_STORE_TOKEN is not a setting; unset it"),
        (
            "CHATLAMA_TELEGRAMM_TOKEN",
            "s3cret",
            "CHATLAMA_TELEGRAMM_TOKEN is not a setting; did you mean CHATLAMA_TELEGRAM_TOKEN?",
        ),
        (
            "CHATLAMA_telegram_token",
            "s3cret",
            "CHATLAMA_telegram_token is not a setting; did you mean CHATLAMA_TELEGRAM_TOKEN?",
        ),
        ("CHATLAMA_IRC_PASSWORD", "s3cret", "CHATLAMA_IRC_PASSWORD is not a setting; unset it"),
        ("CHATLAMA_", "s3cret", "CHATLAMA_ is not a setting; unset it"),
    ],
)
def test_a_mistake_in_the_environment_names_the_variable(
    variable: str, value: str, told: str
) -> None:
    with pytest.raises(ConfigError) as caught:
        load(None, {variable: value}, transports=OTHERS)
    assert sound(caught.value) == told


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("folder", "Is a directory"),
        ("missing.toml", "No such file or directory"),
        ("file/below.toml", "Not a directory"),
        ("loop", "Too many levels of symbolic links"),
        ("a\0b", "embedded null byte"),
    ],
)
def test_a_file_that_cannot_be_read_is_told(here: Path, name: str, reason: str) -> None:
    (here / "folder").mkdir()
    (here / "file").touch()
    (here / "loop").symlink_to("loop")
    shown = name.replace("\0", r"\x00")
    for path, environ in ((Path(name), {}), (None, {"CHATLAMA_CONFIG": name})):
        with pytest.raises(ConfigError) as caught:
            load(path, environ)
        assert sound(caught.value) == (
            f"{shown}: cannot be read: {reason}; mend that, or name another file in CHATLAMA_CONFIG"
        )


def test_a_file_that_is_there_but_unreadable_is_not_passed_over() -> None:
    Path("chatlama.toml").mkdir()
    with pytest.raises(ConfigError, match=r"^chatlama.toml: cannot be read: Is a directory; "):
        load(None, {})


def test_the_first_mistake_is_told_and_the_file_comes_before_the_environment() -> None:
    broken = {"CHATLAMA_CLOCK_TURN": "soon"}
    toml = "[log]\nlevel = 1\n[clock]\ntrun = 2\nturn = 3\n"
    assert complaint(toml, broken).startswith("chatlama.toml: log.level: ")
    assert complaint(toml.replace("level = 1", ""), broken).startswith("chatlama.toml: clock.trun ")


def test_the_order_of_the_environment_does_not_matter() -> None:
    broken = [("CHATLAMA_LOG_LEVEL", "x"), ("CHATLAMA_CLOCK_TURN", "x")]
    assert complaint("", dict(broken)) == complaint("", dict(reversed(broken)))


# --- nothing else ever happens ---------------------------------------------------------------

WORDS = [*NAMES, *(name.split(".")[1] for name in NAMES), "telegram", "x"]
PIECES = st.sampled_from(
    [
        *WORDS,
        *(f"{word} = " for word in WORDS),
        *("[store]\n", "[clock]\n", "[chat]\n", "[log]\n", "[[log]]\n", "[x]\n", "\n", " ", "#"),
        *('"90 s"', '"off"', '"de"', '"late"', '""', '"', "'", "[", "]", "{", "}", ",", ".", "="),
        *("0", "90", "-1", "1e400", "nan", "true", "1979-05-27", "12:00:60", "\\", "\0", "\ufeff"),
    ]
)
GARBAGE = st.lists(PIECES | st.text(max_size=5), max_size=12).map("".join)
SETTINGS = st.builds(
    "{} = {}\n".format,
    st.sampled_from(WORDS),
    st.sampled_from(['"90 s"', '"off"', '["1 h", 90]', '"en"', '"late"', '"info"', "90", "[]"])
    | st.text(st.characters(exclude_characters="'\r\n"), max_size=9).map("'{}'".format)
    | st.integers().map(str),
)
DOCUMENTS = st.lists(SETTINGS, max_size=4).map("".join)
ENVIRONMENTS = st.dictionaries(
    st.sampled_from(["CHATLAMA_" + word.replace(".", "_").upper() for word in WORDS])
    | st.text(max_size=9).map("CHATLAMA_{}".format),
    st.sampled_from(["90 s", "off", "en", "late", "info"]) | GARBAGE,
    max_size=2,
)


@settings(deadline=None)  # the list of time zones may be slow to read
@given(st.binary(max_size=40) | (GARBAGE | DOCUMENTS).map(lambda text: text.encode()), ENVIRONMENTS)
def test_whatever_is_written_there_is_a_config_or_one_line(
    tmp_path_factory: pytest.TempPathFactory, content: bytes, environ: Mapping[str, str]
) -> None:
    path = tmp_path_factory.getbasetemp() / "any.toml"
    path.write_bytes(content)
    try:
        config = load(path, environ, transports=OTHERS)
    except ConfigError as error:
        sound(error)
    else:
        assert isinstance(config.times(), Times)
