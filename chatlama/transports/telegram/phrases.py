"""What Telegram is told in words, once, at the start."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from chatlama.session.setup import Setup
from chatlama.session.transport import base

COMMANDS = (
    "new",
    "neu",
    "join",
    "leave",
    "hand",
    "status",
    "rules",
    "settings",
    "hint",
    "pause",
    "resume",
    "stop",
    "help",
    "start",
)
"""In the order in which they are offered."""


@dataclass(frozen=True, slots=True)
class Phrases:
    """What Telegram is told in words, once, at the start."""

    commands: Mapping[str, tuple[tuple[str, str], ...]]
    """Language to commands and their descriptions; the first language is everybody else's too."""
    not_kept: Mapping[str, str]
    """Language to what a presser is told while what they did can't be kept."""
    hand_needs_press: Mapping[str, str]
    """Language to how a secret can be seen that could not be told for a command."""
    too_much: Mapping[str, str]
    """Language to what a presser is told while no more may be sent to the chat."""
    ephemeral: tuple[str, ...] = ("hand", "hint")
    """Commands that only their writer should see."""

    def in_language(self, said: Mapping[str, str], language: str | None) -> str:
        """Return what is said in a person's language, if it is spoken here."""
        return said.get(base(language)) or next(iter(said.values()))


def phrases(setup: Setup) -> Phrases:
    """Return the phrases in every language that is spoken."""
    return Phrases(
        commands={
            language: tuple(
                (name, setup.say(f"telegram-{name}", language))
                for name in COMMANDS
                if name != "neu" or language == "de"
            )
            for language in setup.languages
        },
        not_kept={spoken: setup.say("not-kept", spoken) for spoken in setup.languages},
        hand_needs_press={
            spoken: setup.say("hand-needs-press", spoken) for spoken in setup.languages
        },
        too_much={spoken: setup.say("too-much", spoken) for spoken in setup.languages},
    )
