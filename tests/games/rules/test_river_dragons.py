"""The rules of River Dragons, case by case."""

from __future__ import annotations

from typing import TypedDict

import pytest
import yaml
from msgspec.structs import replace

from companion.chance.provable import chance_from_words
from companion.games.river_dragons.plans import swallowers
from companion.games.river_dragons.state import State, stones_left
from companion.games.score import Sheet
from companion.games.seats import Seat
from companion.language.messages import Refused
from companion.language.reference import reference_entries, search
from companion.pictures.library import open_game, open_printed_game
from companion.table.score_entries import check_entry
from printgen.catalog.builtin import builtin_cards, builtin_templates
from tests.games.rules.river_dragons_moves import FOLDER, ON_RING, ends, last_card
from tests.games.rules.river_dragons_positions import (
    BOX,
    RULES,
    act,
    allowed,
    announced,
    hands,
    moves,
    options,
    position,
    runner,
)


class Lying(TypedDict):
    """Where runners stand and planks lie."""

    at: dict[str, str]
    planks: dict[str, tuple[str, str]]


# --- worked examples -----------------------------------------------------------------------------


def test_example_1_free_neighbours() -> None:
    """One step leads to the free green and red planks, not to the pink one on which somebody
    stands."""
    state = position(
        {"green": "move-1", "yellow": "jump"},
        at={"green": "blue-1", "yellow": "pink-1"},
        planks=ON_RING,
    )
    assert ends(state, "green") == {"green-1", "red-1"}


def test_example_2_a_village_or_back() -> None:
    """With all planks around taken, two steps end in the village or on the plank they began on."""
    state = position(
        {"green": "move-2", "yellow": "jump", "blue": "jump"},
        at={"green": "green-3", "yellow": "red-1", "blue": "blue-1"},
        planks={"green-3": ("d2", "red"), "red-1": ("d2", "b2"), "blue-1": ("d2", "e2")},
    )
    assert ends(state, "green") == {"red", "green-3"}


def test_example_3_a_jump_over_the_only_neighbour() -> None:
    """A jump leads over the runner next door onto the plank behind."""
    state = position(
        {"yellow": "jump", "green": "jump"},
        at={"yellow": "blue-1", "green": "green-1"},
        planks={
            "blue-1": ("b1", "b2"),
            "green-1": ("b2", "b3"),
            "red-1": ("b3", "b4"),
            "pink-1": ("b1", "e1"),
        },
    )
    assert moves(state, "yellow") == [{"do": "jump", "over": "green-1", "to": "red-1"}]


def test_example_4_a_jump_for_nothing() -> None:
    """A player who has nobody to jump over falls and starts again at home."""
    state = position(
        {"yellow": "jump", "green": "stone-1"}, at={"yellow": "blue-1"}, planks=ON_RING
    )
    assert runner(state, "yellow").at == "yellow"
    assert moves(state, "green")


def test_example_5_dragons_bite_past_each_other() -> None:
    """Pink's green dragon leaves green's blue dragon alone, and blue loses its action."""
    shown = {"pink": "dragon-green", "green": "dragon-blue", "blue": "stone-1", "red": "stone-1"}
    state = position(shown)
    bitten = {one.house: [b.house for b in swallowers(BOX, state, one)] for one in state.runners}
    assert bitten == {"pink": [], "green": [], "blue": ["green"], "red": []}
    assert moves(state, "blue") == []
    assert {move["do"] for move in moves(state, "red")} == {"stone"}


def test_own_example_a_reserve_has_two_colours_and_no_number_twice() -> None:
    """Beside red 2 and red 5, blue 2 is refused and blue 3 allowed; after that, green 4 is
    refused."""
    planks = {"blue-2": ("b1", "b2"), "blue-3": ("b3", "b4"), "green-4": ("b5", "b6")}
    state = position(
        {"red": "remove", "green": "remove"}, planks=planks, reserves={"red": ["red-2", "red-5"]}
    )
    assert [move["plank"] for move in moves(state, "red")] == ["blue-3", "green-4"]
    assert not allowed(state, "red", {"do": "take", "plank": "blue-2"})
    after = act(state, "red", do="take", plank="blue-3")
    assert runner(after, "red").reserve == ("red-2", "red-5", "blue-3")
    again = position(
        {"red": "remove", "green": "remove"},
        planks={"blue-2": ("b1", "b2"), "green-4": ("b5", "b6")},
        reserves={"red": ["red-2", "red-5", "blue-3"]},
        stones=["d1"],
    )
    assert not allowed(again, "red", {"do": "take", "plank": "green-4"})
    assert moves(again, "red") == [{"do": "take", "stone": "d1"}]


# --- setup ---------------------------------------------------------------------------------------

TABLE = {
    2: ({"pink", "black"}, 9),
    3: ({"blue", "red", "pink"}, 10),
    4: ({"blue", "green", "red", "yellow"}, 11),
    5: ({"black", "red", "green", "blue", "yellow"}, 12),
    6: ({"pink", "black", "red", "green", "blue", "yellow"}, 13),
}


@pytest.mark.parametrize("players", TABLE)
def test_colours_and_hands_follow_the_number_of_players(players: int) -> None:
    """Each number of players has its colours, and hands lack the dragons of absent colours."""
    houses, size = TABLE[players]
    for house, cards in hands(sorted(houses)).items():
        assert len(cards) == size
        assert {BOX.cards[card].owner for card in cards} == {house}
        dragons = {BOX.cards[card].dragon for card in cards} - {None}
        assert dragons == houses - {house}


def begun(seats: list[Seat], **chosen: str) -> State:
    full = options(**chosen)
    setup = RULES.setup(len(seats), full, lambda part: chance_from_words(f"x/{part}"))
    state: State = RULES.begin(seats, full, setup, chance_from_words("x")).state
    return state


def test_seats_run_for_their_own_colour() -> None:
    """A player whose seat colour is in play gets the runner of that colour."""
    seats = [Seat("a", "Ann", "purple"), Seat("b", "Ben", "red"), Seat("c", "Cid", "pink")]
    state = begun(seats)
    assert {one.seat: one.house for one in state.runners} == {"a": "blue", "b": "red", "c": "pink"}


def test_turns_go_clockwise_round_the_board() -> None:
    """Runners follow each other as their villages do, seen from above."""
    colours = ("red", "blue", "green", "yellow", "black", "pink")
    state = begun([Seat(colour, colour, colour) for colour in colours])
    order = [one.house for one in state.runners]
    start = order.index("red")
    assert order[start:] + order[:start] == ["red", "green", "pink", "yellow", "blue", "black"]


def test_the_youngest_is_asked_for() -> None:
    """Anybody may say who is the youngest, and that player begins."""
    seats = [Seat("a", "Ann", "pink"), Seat("b", "Ben", "black")]
    state = begun(seats)
    assert [move["who"] for move in moves(state, "a")] == [one.seat for one in state.runners]
    after = act(state, "a", do="first", who="b")
    assert after.runners[after.first].seat == "b"
    assert after.phase == "plan"
    assert begun(seats, first="random").phase == "plan"


@pytest.mark.parametrize("players", [1, 7, 12])
def test_other_numbers_of_players_are_refused(players: int) -> None:
    """Setups for too few or too many players are refused."""
    with pytest.raises(Refused, match="2 to"):
        begun([Seat(str(n), str(n), "red") for n in range(players)])


# --- planning ------------------------------------------------------------------------------------


def planned() -> State:
    seats = [Seat("pink", "Ann", "pink"), Seat("black", "Ben", "black")]
    return begun(seats, first="random")


@pytest.mark.parametrize(
    ("cards", "reason"),
    [
        (["pink-jump"] * 5, "different"),
        (["pink-jump", "pink-move-1", "pink-move-2", "pink-remove"], "different"),
        (["pink-jump", "pink-move-1", "pink-move-2", "pink-remove", "black-jump"], "own hand"),
        (["pink-jump", "pink-move-1", "pink-move-2", "pink-remove", "pink-dragon-red"], "own hand"),
        ("pink-jump", "a valid 'cards'"),
        ([["pink-jump"]], "a valid 'cards'"),
        (None, "a valid 'cards'"),
    ],
)
def test_plans_that_are_refused(cards: object, reason: str) -> None:
    """A plan is five different cards of one's own hand."""
    with pytest.raises(Refused, match=reason):
        act(planned(), "pink", do="plan", cards=cards)


def test_one_dragon_at_most() -> None:
    """A plan with two dragons is refused."""
    seats = [Seat(c, c, c) for c in ("red", "green", "blue", "yellow")]
    state = begun(seats, first="random")
    three = ["red-jump", "red-move-1", "red-move-2"]
    with pytest.raises(Refused, match="one dragon"):
        act(state, "red", do="plan", cards=[*three, "red-dragon-blue", "red-dragon-green"])
    act(state, "red", do="plan", cards=[*three, "red-stone-1", "red-dragon-green"])


def test_plans_may_change_until_all_are_in() -> None:
    """A plan can be changed while another is missing, and the last one locks them all."""
    state = planned()
    one = [f"pink-{card}" for card in ("stone-1", "stone-2", "jump", "move-1", "move-2")]
    state = act(state, "pink", do="plan", cards=one)
    assert announced(state, "pink", do="plan", cards=one[::-1]) == ["Ann changed the plan"]
    state = act(state, "pink", do="plan", cards=one[::-1])
    assert runner(state, "pink").plan == tuple(one[::-1])
    other = [card.replace("pink", "black") for card in one]
    state = act(state, "black", do="plan", cards=other)
    assert state.phase == "act"
    assert not allowed(state, "pink", {"do": "plan", "cards": one})


# --- runners -------------------------------------------------------------------------------------


def test_the_goal_ends_the_race_at_once() -> None:
    """Entering the destination wins, with the first of two steps too, and nobody acts
    afterwards."""
    state = position(
        {"red": "move-2", "green": "stone-1"},
        at={"red": "red-3"},
        planks={"red-3": ("yellow", "d5"), "red-2": ("d5", "e3")},
    )
    assert ["yellow"] in [move["path"] for move in moves(state, "red")]
    assert not any(move["path"][0] == "yellow" != move["path"][-1] for move in moves(state, "red"))
    after = act(state, "red", do="move", path=["yellow"])
    assert after.phase == "over"
    assert after.winner == "red"
    scene = RULES.scene(after, None)
    assert (scene.over, scene.winners) == (True, ("red",))
    assert scene.standing["red"] == 100
    assert [moves(after, seat) for seat in ("red", "green")] == [[], []]
    assert not allowed(after, "green", {"do": "stone", "at": "b1"})


def test_a_jump_into_the_goal_wins() -> None:
    """Landing in the destination by a jump wins as well."""
    state = position(
        {"red": "jump", "green": "stone-1"},
        at={"red": "red-2", "green": "red-3"},
        planks={"red-3": ("yellow", "d5"), "red-2": ("d5", "e3")},
    )
    assert act(state, "red", do="jump", over="red-3", to="yellow").winner == "red"


def test_reaching_another_village_does_not_win() -> None:
    """A runner may visit other villages without winning."""
    state = position(
        {"green": "move-1", "red": "stone-1"},
        at={"green": "red-3"},
        planks={"red-3": ("red", "d2")},
    )
    after = act(state, "green", do="move", path=["red"])
    assert after.phase == "act"
    assert runner(after, "green").at == "red"


def test_no_way_is_a_fall() -> None:
    """A runner who cannot step returns to its own village, and keeps the rest of its plan."""
    state = position(
        {"green": "move-1", "red": "stone-1"},
        at={"green": "blue-1", "red": "red-1"},
        planks={"blue-1": ("b1", "b2"), "red-1": ("b1", "b6")},
    )
    assert runner(state, "green").at == "green"
    assert len(runner(state, "green").plan) == 5


def test_a_swallowed_step_does_not_make_the_runner_fall() -> None:
    """A dragon's bite leaves the runner on its plank, unless the option says otherwise."""
    shown = {"red": "dragon-green", "green": "move-1", "blue": "stone-1"}
    place: Lying = {"at": {"green": "blue-1"}, "planks": {"blue-1": ("b1", "b2")}}
    assert runner(position(shown, **place), "green").at == "blue-1"
    assert runner(position(shown, **place, swallowed="falls"), "green").at == "green"


def test_a_swallowed_step_at_home_says_nothing_of_a_fall() -> None:
    """Where swallowed steps make runners fall, a runner at home does not fall, and the history
    mentions no fall."""
    shown = {"red": "dragon-green", "green": "move-1", "blue": "stone-1"}
    state = replace(position(shown, swallowed="falls"), phase="plan")
    sentences = announced(state, "red", do="plan", cards=list(runner(state, "red").plan))
    assert sentences[1:] == [
        "Round 1, card 1 · Red: Green dragon · Green: One step – swallowed by Red"
        " · Blue: One stone",
    ]


def test_two_dragons_may_swallow_one_action() -> None:
    """All dragons of one colour swallow the action, and all are named."""
    shown = {"pink": "stone-1", "red": "dragon-blue", "green": "dragon-blue", "blue": "jump"}
    scene = RULES.scene(position(shown, at={"blue": "blue-1"}, planks=ON_RING), None)
    revealed = [str(row.line) for row in scene.lead]
    assert revealed[-2] == "Red: Blue dragon"
    assert revealed[1] == "Blue: Jump – swallowed by Red and Green"


def test_a_step_out_of_a_strange_village_without_planks_is_a_fall() -> None:
    """A runner in another village without planks returns home, while one at home stays there."""
    shown = {"green": "move-1", "yellow": "jump", "red": "stone-1"}
    planks = {"red-3": ("red", "d2"), "blue-1": ("b1", "b2")}
    state = position(shown, at={"green": "red", "yellow": "red-3"}, planks=planks)
    assert runner(state, "green").at == "green"
    state = position(shown, at={"yellow": "red-3"}, planks=planks)
    assert runner(state, "green").at == "green"


def test_two_steps_may_turn_back_into_a_village() -> None:
    """A runner may step out of a village and back in, and the move is announced."""
    state = position(
        {"green": "move-2", "red": "stone-1"}, at={"green": "red"}, planks={"red-3": ("red", "d2")}
    )
    assert moves(state, "green") == [{"do": "move", "path": ["red-3", "red"]}]
    assert announced(state, "green", do="move", path=["red-3", "red"])[0] == (
        "Green steps away and comes back"
    )


def test_a_jump_out_of_a_village_and_into_another() -> None:
    """A runner in a village jumps over one on a plank there onto the next plank. It may land in
    another village than its goal."""
    planks = {"red-3": ("red", "d2"), "blue-2": ("d2", "e2")}
    shown = {"green": "jump", "yellow": "jump", "blue": "stone-1"}
    state = position(shown, at={"green": "red", "yellow": "red-3"}, planks=planks)
    assert moves(state, "green") == [{"do": "jump", "over": "red-3", "to": "blue-2"}]
    state = position(shown, at={"green": "blue-2", "yellow": "red-3"}, planks=planks)
    assert moves(state, "green") == [{"do": "jump", "over": "red-3", "to": "red"}]
    assert announced(state, "green", do="jump", over="red-3", to="red")[0] == (
        "Green jumps over Yellow to Red village"
    )
    assert act(state, "green", do="jump", over="red-3", to="red").phase == "act"


def test_planks_at_one_village_are_not_neighbours() -> None:
    """A runner steps into the village first, unless the option says otherwise."""
    place: Lying = {
        "at": {"green": "red-3"},
        "planks": {"red-3": ("red", "d2"), "blue-3": ("red", "c2")},
    }
    shown = {"green": "move-1", "red": "stone-1"}
    assert ends(position(shown, **place), "green") == {"red"}
    assert ends(position(shown, **place, village_planks="neighbours"), "green") == {"red", "blue-3"}


def test_two_steps_through_a_village() -> None:
    """Stopping in a village after one of two steps is an option."""
    place: Lying = {
        "at": {"green": "red-3"},
        "planks": {"red-3": ("red", "d2"), "blue-3": ("red", "c2")},
    }
    shown = {"green": "move-2", "red": "stone-1"}
    assert ends(position(shown, **place), "green") == {"red", "red-3", "blue-3"}
    assert ends(position(shown, **place, village_stop="must"), "green") == {"red-3", "blue-3"}


def test_a_runner_in_a_village_cannot_be_leapt_over() -> None:
    """Only runners on planks can be jumped over; without one, the jump is a fall."""
    state = position(
        {"green": "jump", "black": "stone-1", "red": "jump"},
        at={"green": "red-3"},
        planks={"red-3": ("red", "d2"), "blue-3": ("red", "c2")},
    )
    assert runner(state, "green").at == "green"


def test_a_jump_does_not_end_where_it_began() -> None:
    """A jump with no other landing is a fall, unless an option allows it."""
    shown = {"green": "jump", "red": "stone-1"}
    place: Lying = {
        "at": {"green": "blue-1", "red": "red-1"},
        "planks": {"blue-1": ("b1", "b2"), "red-1": ("b1", "b6")},
    }
    assert runner(position(shown, **place), "green").at == "green"
    back = position(shown, **place, jump_back="yes")
    assert moves(back, "green") == [{"do": "jump", "over": "red-1", "to": "blue-1"}]


def test_a_jump_needs_a_free_landing() -> None:
    """Nobody can land on a plank on which somebody stands."""
    state = position(
        {"yellow": "jump", "green": "jump", "red": "stone-1"},
        at={"yellow": "blue-1", "green": "green-1", "red": "red-1"},
        planks={
            "blue-1": ("b1", "b2"),
            "green-1": ("b2", "b3"),
            "red-1": ("b3", "b4"),
            "green-2": ("b3", "e2"),
        },
    )
    assert moves(state, "yellow") == [{"do": "jump", "over": "green-1", "to": "green-2"}]


def test_a_plank_with_a_runner_stays() -> None:
    """Only empty planks and bare stones are taken away."""
    state = position(
        {"red": "remove", "green": "jump"},
        at={"green": "green-1"},
        planks={"green-1": ("b1", "b2"), "blue-6": ("b4", "b5")},
        stones=["d1"],
        reserves={"red": ["red-2"]},
    )
    assert moves(state, "red") == [{"do": "take", "plank": "blue-6"}, {"do": "take", "stone": "d1"}]
    for move in ({"plank": "green-1"}, {"stone": "b4"}, {"stone": "e1"}, {"plank": "blue-5"}, {}):
        assert not allowed(state, "red", {"do": "take", **move})
    after = act(state, "red", do="take", stone="d1")
    assert stones_left(BOX, after) == stones_left(BOX, state) + 1


# --- score and reference -------------------------------------------------------------------------

SEATS = (Seat("a", "Ann", "red"), Seat("b", "Ben", "blue"), Seat("c", "Cid", "pink"))


def test_the_reason_tells_whether_the_winner_arrived() -> None:
    """A player who wins as the nearest is not said to have reached the goal; among equally near
    runners, the tie-break that decided is named."""
    arrived, nearest = "reached the goal first", "nearest to the goal after the last round"
    even = last_card(position({"red": "jump", "green": "jump"}, rounds="5"), {})
    poor = last_card(even, {}, {"green": ("green-1",)})
    planks = {"red-3": ("yellow", "c5")}
    alone = position({"red": "jump", "green": "jump"}, planks=planks, rounds="5")
    near = last_card(alone, {"red": "red-3"})
    there = position(
        {"red": "move-1", "green": "stone-1"},
        at={"red": "red-3"},
        planks={"red-3": ("yellow", "d5")},
    )
    cards = position({"red": "jump", "green": "jump"}, referee="cards", rounds="5")
    last = act(replace(cards, round=5, slot=4), "red", do="next", round=5, card=5)
    seats = [Seat(house, house, house) for house in ("red", "green")]
    for state, why in (
        (act(near, "green", do="stone", at="d1"), nearest),
        (act(poor, "green", do="stone", at="d1"), "tie broken by planks in reserve"),
        (act(even, "green", do="stone", at="d1"), "tie broken by turn order"),
        (act(there, "red", do="move", path=["yellow"]), arrived),
        (act(cards, "red", do="won", who="red"), arrived),
        (act(last, "red", do="won", who="green"), nearest),
    ):
        result = RULES.score(options(), RULES.sheets(state), seats)
        assert str(result.ranking[0].why) == why
        assert result.ranking[0].seat == state.winner
    assert RULES.sheets(there) == {}


def test_the_winner_is_first_and_all_others_second() -> None:
    """Naming the winner is enough: all others share second place."""
    result = RULES.score(options(), {"b": {"won": True}}, SEATS)
    assert {rank.seat: rank.place for rank in result.ranking} == {"a": 2, "b": 1, "c": 2}
    assert result.ranking_only
    assert result.faults == ()
    assert RULES.score(options(), {"b": {"won": None}}, SEATS).ranking == ()


@pytest.mark.parametrize(
    ("line", "entry"),
    [("won", True), ("nearest", "distance"), ("nearest", "planks"), ("nearest", "sooner")],
)
def test_one_entry_is_enough_to_win(line: str, entry: object) -> None:
    """Each line of the sheet is enough to win, and the page offers it."""
    field = next(one for one in RULES.fields(options(), SEATS) if one.id == line)
    check_entry(field, entry)
    result = RULES.score(options(), {"b": {line: entry}, "c": {"won": False}}, SEATS)
    assert [rank.seat for rank in result.ranking if rank.place == 1] == ["b"]


def test_somebody_nearest_and_somebody_there_are_a_fault() -> None:
    """Nobody can be the nearest if another has arrived."""
    sheets: dict[str, Sheet] = {"a": {"nearest": "distance"}, "c": {"won": True}}
    faults = RULES.score(options(), sheets, SEATS).faults
    assert {(fault.seat, fault.field) for fault in faults} == {("a", "nearest"), ("c", "won")}


def test_two_winners_are_a_fault() -> None:
    """A second winner is a fault that names the first."""
    sheets = {"b": {"won": True}, "c": {"won": True}, "a": {"won": False}}
    result = RULES.score(options(), sheets, SEATS)
    assert {(fault.seat, fault.field) for fault in result.faults} == {("b", "won"), ("c", "won")}
    assert "Ben" in str(next(f.message for f in result.faults if f.seat == "c"))
    assert result.ranking == ()


def test_sight_reaches_beyond_every_plank() -> None:
    """The companion considers every gap that a plank can bridge."""
    assert BOX.measures.sight > max(plank.length for plank in BOX.planks.values())


def test_reference_shows_faces_that_are_printed() -> None:
    """Every question has an answer, and the pictures of answers exist."""
    entries = yaml.safe_load((FOLDER / "reference.yaml").read_text(encoding="utf-8"))
    shelf = open_printed_game("river-dragons", builtin_cards(), builtin_templates())
    printed = {f"{part.id}/{face}" for part in shelf.parts for face in part.faces}
    assert 15 <= len(entries) <= 35
    assert len({entry["question"] for entry in entries}) == len(entries)
    for entry in entries:
        assert set(entry) <= {"question", "answer", "tags", "face"}
        assert entry["question"].endswith("?")
        assert entry["answer"]
        assert entry.get("face", "board/board") in printed


def test_every_action_card_is_in_the_reference() -> None:
    """A player who looks up a card by its title finds it once, with its text and picture, although
    all houses share the row with its words."""
    game = open_game("river-dragons", builtin_cards(), builtin_templates())
    entries = reference_entries(game)
    for name, title in BOX.actions.items():
        cards = [entry for entry in search(entries, title) if entry.question == title]
        assert [entry.face for entry in cards] == (
            [] if name == "dragon" else [f"action-cards/pink-{name}"]
        )
    assert "Can a dragon swallow another dragon?" in {e.question for e in search(entries, "dragon")}
