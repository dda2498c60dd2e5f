"""From updates to what somebody did. What concerns nobody here is ``None``."""

from __future__ import annotations

from dataclasses import dataclass

from telegram.constants import ChatID, ChatMemberStatus, MessageEntityType

from chatlama.session.transport import Arrived, Incoming, Moved, Pressed, Sender, Typed

from .places import Spot, spot_of, to_chat
from .wire import CallbackQuery, ChatMember, ChatMemberUpdated, Message, Update, User

INSIDE = {
    ChatMemberStatus.MEMBER,
    ChatMemberStatus.ADMINISTRATOR,
    ChatMemberStatus.OWNER,
}


@dataclass(frozen=True, slots=True)
class Heard:
    """One update, as far as it concerns us."""

    spot: Spot
    incoming: Incoming | None = None
    """What is handed to the session; ``None`` if somebody only wrote something."""
    query: CallbackQuery | None = None
    """The press that is to be answered."""
    message: Message | None = None
    """The message that somebody has written."""

    @property
    def added(self) -> bool:
        """Whether we were taken into the chat just now, not only greeted there."""
        return self.message is None and self.arrived

    @property
    def arrived(self) -> bool:
        """Whether a greeting is due."""
        return self.incoming is not None and isinstance(self.incoming.act, Arrived)


def heard(update: Update, me: str) -> Heard | None:
    """Return what the update means for the bot called ``me``."""
    number = str(update.update_id)
    if update.callback_query is not None:
        return _press(update.callback_query, number)
    if update.message is not None:
        return _message(update.message, number, me)
    if update.my_chat_member is not None:
        return _member(update.my_chat_member, number)
    return None


def _press(query: CallbackQuery, number: str) -> Heard | None:
    if query.message is None or query.data is None or query.from_user.is_bot:
        return None
    spot = spot_of(query.message)
    return _did(spot, number, query.from_user, Pressed(query.data), query=query)


def _message(message: Message, number: str, me: str) -> Heard | None:
    spot = spot_of(message)
    if message.migrate_to_chat_id is not None:
        return _moved(number, spot, Spot(message.migrate_to_chat_id))
    if message.migrate_from_chat_id is not None:
        return _moved(number, Spot(message.migrate_from_chat_id), spot)
    person = message.from_user
    if person is None or _nobody(person):
        return Heard(spot, message=message)
    said = _command(message, me)
    if said is None and spot.private:
        said = message.text
    if said is None:
        return Heard(spot, message=message)
    act = Arrived() if person.is_bot or _greets(said) else Typed(said)
    return _did(spot, number, person, act, message=message)


def _nobody(sender: User) -> bool:
    """Return whether no person writes here: another bot, or Telegram itself for a channel."""
    if sender.is_bot:
        return sender.id != ChatID.ANONYMOUS_ADMIN
    return sender.id == ChatID.SERVICE_CHAT


def _member(change: ChatMemberUpdated, number: str) -> Heard | None:
    spot = Spot(change.chat.id)
    if spot.private or _inside(change.old_chat_member) or not _inside(change.new_chat_member):
        return None
    return _did(spot, number, change.from_user, Arrived())


def _inside(member: ChatMember) -> bool:
    """Return whether it says that we are in the chat; who is restricted may have left."""
    if member.status == ChatMemberStatus.RESTRICTED:
        return member.is_member
    return member.status in INSIDE


def _moved(number: str, old: Spot, new: Spot) -> Heard:
    return Heard(old, Incoming(number, to_chat(old), Sender("", ""), Moved(to_chat(new))))


def _did(
    spot: Spot,
    number: str,
    person: User,
    act: Pressed | Typed | Arrived,
    *,
    query: CallbackQuery | None = None,
    message: Message | None = None,
) -> Heard:
    sender = Sender(str(person.id), person.full_name, language=person.language_code)
    incoming = Incoming(number, to_chat(spot), sender, act)
    return Heard(spot, incoming, query, message)


def _command(message: Message, me: str) -> str | None:
    """Return the command without its slash and our name; ``None`` if it is none, or another's."""
    said = message.text
    first = message.entities[0] if message.entities else None
    if first is None or first.type != MessageEntityType.BOT_COMMAND or first.offset != 0:
        return None
    command, _, whose = said[1 : first.length].partition("@")
    if whose and whose.casefold() != me.casefold():
        return None
    return f"{command} {said[first.length :].strip()}".strip()


def _greets(said: str) -> bool:
    """Return whether the command says hello: ``/start`` with what a link carried."""
    command, _, payload = said.partition(" ")
    return command == "start" and bool(payload)
