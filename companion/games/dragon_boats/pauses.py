"""Pauses in which players can use a card for the moment.

Who is asked follows from what everybody can see: players with a hidden card that could be one for
this moment, and players who hold such a card openly. All are asked at once, and their answers stay
hidden until the last one is in; then those who want to use a card do so in turn.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec.structs import replace

from companion.games.dragon_boats.cards import (
    CARD_MOVES,
    WINDOWS,
    card_choices,
    card_picks,
    do_card,
    is_card,
)
from companion.games.dragon_boats.facts import DragonBoatsFacts
from companion.games.dragon_boats.land_cards import stalls_to_restack
from companion.games.dragon_boats.move_types import Answer, Call, read_move
from companion.games.dragon_boats.setup import card_pool
from companion.games.dragon_boats.state import Draft, Player, State, Window
from companion.games.moves import TypedMove, as_move
from companion.games.offers import Choice, Offers, Step
from companion.language.messages import Message, Refused, say


def open_pause(draft: Draft, window: Window) -> bool:
    """Ask all players who may have a card for this moment; false if there are none."""
    asked = _askable(draft.facts, draft.state, window)
    if not asked or not draft.state.asks:
        return False
    draft.state = replace(
        draft.state,
        phase="pause",
        window=window,
        asked=asked,
        answered=(),
        calls=(),
        played=False,
        plans={},
    )
    return True


def ask_again(draft: Draft) -> bool:
    """Ask once more after a card was used; false if nobody is asked."""
    asked = _askable(draft.facts, draft.state, draft.state.window) if draft.state.played else ()
    draft.state = replace(draft.state, asked=asked, answered=(), played=False)
    return bool(asked)


def _askable(facts: DragonBoatsFacts, state: State, window: Window) -> tuple[str, ...]:
    unseen = _unseen_cards(facts, state)
    return tuple(
        player.seat
        for player in state.clockwise()
        if player.seat not in (*state.passed, *state.quiet)
        and any(
            _has_use(facts, state, player.seat, letter)
            for letter in sorted(WINDOWS[window] & _possible_cards(player, unseen))
        )
    )


def _unseen_cards(facts: DragonBoatsFacts, state: State) -> frozenset[str]:
    """The cards whose places nobody knows."""
    held = {card.letter for player in state.players for card in player.cards if card.open}
    return frozenset(card_pool(facts, state.options)) - held - set(state.display)


def _possible_cards(player: Player, unseen: frozenset[str]) -> frozenset[str]:
    """The cards that a player may be able to use, as far as others know."""
    ready = frozenset(card.letter for card in player.cards if card.open and not card.used)
    return ready | unseen if any(not card.open for card in player.cards) else ready


def _has_use(facts: DragonBoatsFacts, state: State, seat: str, letter: str) -> bool:
    if letter == "D":
        return bool(stalls_to_restack(state))
    return any(True for _ in CARD_MOVES[letter](facts, state, seat))


def can_use(facts: DragonBoatsFacts, state: State, seat: str) -> bool:
    """Whether a player actually has a card for this moment."""
    player = state.player(seat)
    return any(
        player.has(letter) and _has_use(facts, state, seat, letter)
        for letter in WINDOWS[state.window]
    )


def caller(state: State) -> str:
    """The seat that may use a card now; empty text while answers are missing."""
    return state.calls[0] if state.calls and not state.asked else ""


def act_in_pause(draft: Draft, seat: str, move: TypedMove) -> None:
    if isinstance(move, Answer) and draft.state.asked:
        _answer(draft, seat, move)
    elif isinstance(move, Call) and draft.state.asked:
        _check_card(draft, seat, move)
        _answer(draft, seat, Answer("card"))
        plans = {**draft.state.plans, seat: move.card}
        draft.state = replace(draft.state, plans=plans)
    elif caller(draft.state) != seat:
        raise Refused("you can’t do that now")
    elif is_card(move):
        do_card(draft, seat, move, acting=True)
        draft.state = replace(draft.state, calls=draft.state.calls[1:], played=True)
    elif isinstance(move, Answer) and move.reply != "card":
        draft.state = replace(draft.state, calls=draft.state.calls[1:])
        draft.announce(say("{who} doesn’t use a card after all", who=draft.state.player(seat).name))
    else:
        raise Refused("you can’t do that now")


def _check_card(draft: Draft, seat: str, move: Call) -> None:
    choices = card_choices(draft.facts, draft.state, seat, acting=True)
    if move.card not in [choice.move for choice in choices]:
        raise Refused("the card can’t do that now")


def _answer(draft: Draft, seat: str, move: Answer) -> None:
    state = draft.state
    if seat not in state.asked:
        raise Refused("you are not being asked right now")
    calls, passed = set(state.calls), state.passed
    if move.reply == "card":
        if not can_use(draft.facts, state, seat):
            raise Refused("you have no card for this moment")
        calls.add(seat)
    elif move.reply == "round":
        passed = (*passed, seat)
    elif move.reply == "quiet":
        stay_quiet(draft, seat)
    draft.state = replace(
        draft.state,
        asked=tuple(one for one in state.asked if one != seat),
        answered=(*state.answered, seat),
        calls=tuple(player.seat for player in state.clockwise() if player.seat in calls),
        passed=passed,
    )
    # The same for every answer, so that others cannot tell which one it was.
    draft.announce(say("{who} has answered", who=state.player(seat).name))


def stay_quiet(draft: Draft, seat: str) -> None:
    """Do not ask the player about cards until another card comes."""
    draft.state = replace(draft.state, quiet=(*draft.state.quiet, seat))


def may_stay_quiet(state: State, player: Player) -> bool:
    return bool(state.done) and any(not card.used for card in player.cards)


def quiet_choices(state: State, player: Player) -> tuple[Choice, ...]:
    """A turn that only goes on because of cards can be the last one that does so."""
    if may_stay_quiet(state, player):
        return (_quiet_reply(say("End your turn, and don’t ask again")),)
    return ()


def _quiet_reply(label: Message) -> Choice:
    return _reply("quiet", label, say("about cards, until you get another one"))


def pause_offers(facts: DragonBoatsFacts, state: State, seat: str) -> Offers:
    if seat in state.asked:
        return Offers((*_card_replies(facts, state, seat), *_passing()))
    if caller(state) != seat:
        return Offers()
    cards = card_choices(facts, state, seat, acting=True)
    picks = card_picks(state, seat, acting=True)
    return Offers((*cards, _reply("pass", say("Don’t use a card"))), tuple(picks))


def _card_replies(facts: DragonBoatsFacts, state: State, seat: str) -> Iterator[Choice]:
    """The cards to use, as answers. An order of discs is chosen later, when all have answered."""
    for choice in card_choices(facts, state, seat, acting=True):
        yield Choice(as_move(Call(dict(choice.move))), choice.steps)
    if any(True for _ in card_picks(state, seat, acting=True)):
        yield _reply("card", say("Use a card"))


def use_planned_card(draft: Draft) -> bool:
    """Use the card that the first caller has chosen; false if there is none to use."""
    seat = draft.state.calls[0]
    plan = draft.state.plans.get(seat)
    if plan is None:
        return False
    plans = {one: card for one, card in draft.state.plans.items() if one != seat}
    draft.state = replace(draft.state, plans=plans)
    try:
        do_card(draft, seat, read_move(plan), acting=True)
    except Refused:
        return False
    draft.state = replace(draft.state, calls=draft.state.calls[1:], played=True)
    return True


def _passing() -> tuple[Choice, ...]:
    return (
        _reply("pass", say("Not now")),
        _reply("round", say("Not this round"), say("you won’t be asked again this round")),
        _quiet_reply(say("Don’t ask again")),
    )


def _reply(
    reply: Literal["card", "pass", "round", "quiet"], label: Message, hint: Message | None = None
) -> Choice:
    return Choice(as_move(Answer(reply)), (Step(label, hint=hint),))


def question(state: State) -> Message:
    """What a pause asks a player who may use a card."""
    return {
        "discs": say("use a card before the market?"),
        "muster": say("use a card before the boats sail?"),
        "landed": say("use a card after this landing?"),
        "store": say("use a card before storage?"),
    }[state.window]


def question_to_all(state: State) -> Message:
    """The same question for everybody who is not asked."""
    return {
        "discs": say("any cards before the market?"),
        "muster": say("any cards before the boats sail?"),
        "landed": say("any cards after this landing?"),
        "store": say("any cards before storage?"),
    }[state.window]
