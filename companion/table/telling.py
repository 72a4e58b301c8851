"""Takes an event as one phone may see it, gives the sentences that its history shows."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from companion.words import Message, from_data, say

NUMBERED_DIE: Final = re.compile("d[0-9]{1,4}")
COIN: Final = "coin"
SIDES: Final = {"heads": say("heads"), "tails": say("tails")}

Seen = Mapping[str, Any]
Names = Mapping[str, str]


def tell(event: Seen, names: Names) -> list[Message]:
    """What was done, in a sentence or several; `event` is an entry of `log_view`."""
    sentences = TELLERS[event["kind"]](event, _who(event["seat"], names), names)
    again = event["result"].get("again")
    if again:
        sentences.append(say("made anew after {count} undone", count=again))
    return sentences


def name_die(die: str) -> str | Message:
    """Dice of the data are called what it calls them; those of every table as a language does."""
    if NUMBERED_DIE.fullmatch(die):
        return say("d{sides}", sides=die.removeprefix("d"))
    return say("coin") if die == COIN else die


def name_face(die: str, face: str) -> str | Message:
    return SIDES.get(face, face) if die == COIN else face


def _who(seat: str | None, names: Names) -> str | Message:
    return names.get(str(seat)) or say("the table")


def _cards(event: Seen, who: str | Message, plain: Message, shown: str) -> list[Message]:
    """Own cards by name, others' as a number."""
    cards = event["result"].get("cards")
    if cards and not isinstance(cards, int):
        named = ", ".join(str(card).rsplit("#", 1)[0] for card in cards)
        return [say(shown, who=who, deck=event["data"]["deck"], cards=named)]
    return [plain]


def _join(event: Seen, who: str | Message, names: Names) -> list[Message]:  # noqa: ARG001
    return [say("{name} sits down", name=event["data"]["name"])]


def _roll(event: Seen, who: str | Message, names: Names) -> list[Message]:  # noqa: ARG001
    faces = event["result"]["faces"]
    if event["data"]["die"] == COIN:
        if len(faces) == 1:
            return [say("{who} flips a coin: {side}", who=who, side=name_face(COIN, faces[0]))]
        heads, tails = faces.count("heads"), faces.count("tails")
        return [
            say(
                "{who} flips coins: {heads} × heads, {tails} × tails",
                who=who,
                heads=heads,
                tails=tails,
            )
        ]
    return [say("{who} rolls {faces}", who=who, faces=" · ".join(faces))]


def _count(event: Seen, who: str | Message, names: Names) -> list[Message]:  # noqa: ARG001
    by = f"{event['data']['by']:+d}".replace("-", "−")
    return [say("{who}: {counter} {by}", who=who, counter=event["data"]["counter"], by=by)]


def _step(event: Seen, who: str | Message, names: Names) -> list[Message]:  # noqa: ARG001
    data = event["data"]
    by = f"{data['by']:+d}".replace("-", "−")
    other = names.get(data["of"], "?")
    return [say("{other} on {track}: {by}", other=other, track=data["track"], by=by)]


def _draw(event: Seen, who: str | Message, names: Names) -> list[Message]:  # noqa: ARG001
    deck, count = event["data"]["deck"], event["data"].get("count", 1)
    if event["data"].get("where") == "bottom":
        plain = say(
            "{who} draws {count} from the bottom of {deck}", who=who, count=count, deck=deck
        )
        return _cards(event, who, plain, "{who} draws from the bottom of {deck}: {cards}")
    plain = say("{who} draws {count} from {deck}", who=who, count=count, deck=deck)
    return _cards(event, who, plain, "{who} draws from {deck}: {cards}")


def _deal(event: Seen, who: str | Message, names: Names) -> list[Message]:  # noqa: ARG001
    deck, count = event["data"]["deck"], event["data"].get("count", 1)
    plain = say("{who} deals {count} each from {deck}", who=who, count=count, deck=deck)
    return _cards(event, who, plain, "you get from {deck}: {cards}")


def _peek(event: Seen, who: str | Message, names: Names) -> list[Message]:  # noqa: ARG001
    deck, count = event["data"]["deck"], event["data"].get("count", 1)
    if event["data"].get("where") == "bottom":
        plain = say(
            "{who} looks at {count} at the bottom of {deck}", who=who, count=count, deck=deck
        )
        return _cards(event, who, plain, "{who} looks at the bottom of {deck}: {cards}")
    plain = say("{who} looks at {count} on top of {deck}", who=who, count=count, deck=deck)
    return _cards(event, who, plain, "{who} looks at the top of {deck}: {cards}")


def _discard(event: Seen, who: str | Message, names: Names) -> list[Message]:  # noqa: ARG001
    card = str(event["data"]["card"]).rsplit("#", 1)[0]
    return [say("{who} plays {card} of {deck}", who=who, card=card, deck=event["data"]["deck"])]


def _put_back(event: Seen, who: str | Message, names: Names) -> list[Message]:  # noqa: ARG001
    where = say("on top") if event["data"]["where"] == "top" else say("at the bottom")
    deck = event["data"]["deck"]
    return [say("{who} puts one back into {deck}, {where}", who=who, deck=deck, where=where)]


def _first(event: Seen, who: str | Message, names: Names) -> list[Message]:  # noqa: ARG001
    return [say("{name} starts", name=names.get(event["result"]["first"], "?"))]


def _finger(event: Seen, who: str | Message, names: Names) -> list[Message]:  # noqa: ARG001
    count = event["data"]["fingers"]
    return [say("one of {count} fingers is chosen", count=count)]


def _setup(event: Seen, who: str | Message, names: Names) -> list[Message]:  # noqa: ARG001
    words = event["result"]["words"]
    if event["result"].get("chosen"):
        return [say("{who} sets up by a seed of their choice: {words}", who=who, words=words)]
    return [say("{who} sets up: {words}", who=who, words=words)]


def _said(event: Seen, who: str | Message, names: Names) -> list[Message]:  # noqa: ARG001
    said = [from_data(one) for one in event["result"].get("say", ())]
    return said or [say("{who} makes a move", who=who)]


def _score(event: Seen, who: str | Message, names: Names) -> list[Message]:
    other = names.get(str(event["data"].get("for", event["seat"])), "?")
    return [say("{who} writes the score of {other}", who=who, other=other)]


def _undo(event: Seen, who: str | Message, names: Names) -> list[Message]:  # noqa: ARG001
    number = event["data"]["number"]
    if event["data"].get("to_here"):
        return [say("{who} goes back to before number {number}", who=who, number=number)]
    return [say("{who} undoes number {number}", who=who, number=number)]


def _redo(event: Seen, who: str | Message, names: Names) -> list[Message]:  # noqa: ARG001
    return [say("{who} redoes number {number}", who=who, number=event["data"]["number"])]


def _plain(sentence: Message) -> Callable[[Seen, str | Message, Names], list[Message]]:
    def fill(event: Seen, who: str | Message, names: Names) -> list[Message]:  # noqa: ARG001
        deck, track = event["data"].get("deck", ""), event["data"].get("track", "")
        return [say(sentence.text, who=who, deck=deck, track=track)]

    return fill


TELLERS: Final[Mapping[str, Callable[[Seen, str | Message, Names], list[Message]]]] = {
    "begin": _said,
    "count": _count,
    "deal": _deal,
    "discard": _discard,
    "draw": _draw,
    "end": _plain(say("{who} ends the table and tells the secret")),
    "finger": _finger,
    "first": _first,
    "join": _join,
    "note": _plain(say("{who} writes the note")),
    "peek": _peek,
    "play": _said,
    "put-back": _put_back,
    "redo": _redo,
    "roll": _roll,
    "score": _score,
    "setup": _setup,
    "shuffle": _plain(say("{who} shuffles {deck}")),
    "step": _step,
    "timer": _plain(say("{who} starts the timer")),
    "track": _plain(say("{who} lays out the track {track}")),
    "undo": _undo,
}
