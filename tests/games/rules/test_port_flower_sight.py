"""What is shown of Sailing Port Flower: dice, rows of coins, boats and sharks, and its setup."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from companion.chance.provable import chance_from_words
from companion.games.port_flower.facts import read_facts
from companion.games.port_flower.plans import with_dice
from companion.games.port_flower.sea import ADRIFT, cell
from companion.games.port_flower.state import State
from companion.games.scene import Scene, Token
from companion.games.seats import Seat
from companion.games.setup import Placement, Setup
from companion.pictures.library import Library
from companion.pictures.setup_pictures import setup_picture
from companion.pictures.typesetter import typesetter_for
from printgen.catalog.builtin import builtin_cards, builtin_templates
from printgen.frame import Group, Item, Path, Text, Use
from printgen.geometry import IDENTITY, Matrix, apply, multiply
from tests.games.rules.bots import facts_of, playable
from tests.games.rules.port_flower_positions import pieces

FACTS = facts_of("port-flower")
RULES = playable("port-flower", FACTS)
KNOWN = read_facts(FACTS)
SEATS = (Seat("s1", "Ann", "blue"), Seat("s2", "Ben", "green"), Seat("s3", "Bo", "black"))
NOTHING = chance_from_words("no-chance-1")


def setup(**options: str) -> Setup:
    options = {"suits": "lot", **options}
    return RULES.setup(3, options, lambda part: chance_from_words(f"jade-otter-41/{part}"))


def race(**options: str) -> State:
    options = {"suits": "lot", **options}
    state: State = RULES.begin(SEATS, options, setup(**options), NOTHING).state
    return replace(state, turn=0, first=0)


def scene(state: State) -> Scene:
    return RULES.scene(state, None)


def dice(state: State) -> list[str]:
    """The dice as they are read; those that are used in brackets."""
    read = [(f"{die.label} {die.mark}", die.spent) for die in scene(state).dice]
    return [f"({words})" if spent else words for words, spent in read]


def test_dice_show_their_winds_before_and_after_the_roll() -> None:
    """Four dice with their winds lie above the board, show what was rolled, and those that a boat
    has used look different from the others."""
    state = race()
    assert dice(state) == ["↑ N –", "↓ S –", "← W –", "→ E –"]
    faces = [die.face for die in scene(state).dice]
    assert faces == [f"coins/{suit}-null-back" for suit in ("sun", "moon", "crown", "arms")]
    boats = (replace(state.boats[0], at=cell(7, 1)), *state.boats[1:])
    rolled = with_dice(KNOWN, replace(state, boats=boats), (3, 0, 1, 4))
    assert dice(rolled) == ["↑ N 3", "↓ S 0", "← W 1", "→ E 4"]
    move = {"do": "go", "mover": "boat", "to": "11.4", "variant": 0}
    sailed = RULES.act(rolled, "s1", move, NOTHING).state
    assert dice(sailed) == ["(↑ N 3)", "↓ S 0", "← W 1", "(→ E 4)"]


def test_no_dice_lie_about_where_none_are_rolled() -> None:
    """Dice are shown neither while a course is laid nor after the race."""
    assert scene(race(course="own")).dice == ()
    assert scene(replace(race(), winner=0)).dice == ()


def test_coins_are_turned_in_the_picture() -> None:
    """A boat's row shows its suit on the coins of the buoys it reached, and numbers on the
    others."""
    state = race()
    boats = (replace(state.boats[0], reached=2), *state.boats[1:])
    row, other, _ = scene(replace(state, boats=boats)).panels[0].rows
    suit = boats[0].suit
    assert row.faces[:2] == (f"coins/{suit}-null-back",) * 2
    assert row.faces[2:] == ("coins/sun-3", "coins/sun-4", "coins/sun-5")
    assert other.faces[0] == "coins/sun-ace"
    assert str(row.line).startswith("Ann (Arms): 2 of 5")


def test_boats_show_whose_they_are() -> None:
    """A boat has the seat colour that its player is shown in, and a shark the number by which it is
    spoken of."""
    seen = scene(race())
    boats = {token.seat: token.colour for token in seen.tokens if token.seat}
    assert sorted(boats) == sorted(seen.colours.values())
    assert Counter(token.mark for token in seen.tokens if token.mark) == {"1": 1, "2": 1}
    assert Counter(token.mark for token in scene(race(sharks="1")).tokens)["1"] == 0


def test_it_is_marked_where_somebody_was() -> None:
    """The spaces that boat and shark have left stay marked until the next roll, so that everybody
    sees what has moved."""

    def marked(state: State) -> list[str]:
        labels = [str(token.label) for token in scene(state).tokens]
        return [label for label in labels if label.startswith("Just left")]

    state = race()
    boats = (replace(state.boats[0], at=cell(7, 1)), *state.boats[1:])
    state = with_dice(KNOWN, replace(state, boats=boats), (3, 0, 1, 4))
    assert marked(state) == []
    for mover, to in (("boat", "11.4"), ("shark-2", "11.5")):
        move = {"do": "go", "mover": mover, "to": to, "variant": 0}
        state = RULES.act(state, "s1", move, NOTHING).state
    assert state.turn == 1
    assert marked(state) == ["Just left: Column 7, row 1", "Just left: Column 12, row 5"]
    rolled = RULES.act(state, "s2", {"do": "roll"}, NOTHING).state
    assert marked(rolled) == []


def tokens_of(made: Setup, part: str) -> tuple[Token, ...]:
    return made.part(part).tokens


def drawn_in(made: Setup) -> Iterator[Placement | Token]:
    """Every face and piece that the parts of a setup show."""
    for part in made.parts:
        yield from part.placements
        yield from part.tokens


@pytest.mark.parametrize(("sharks", "hidden"), [("1", 1), ("2", 0), ("3", 0)])
def test_a_printed_shark_that_does_not_swim_is_hidden(sharks: str, hidden: int) -> None:
    """A setup on the printed course shows as many sharks as there are."""
    patches = tokens_of(setup(sharks=sharks), "course")
    assert [str(patch.label) for patch in patches] == ["open water"] * hidden
    assert all(patch.colour == KNOWN.plan.water and not patch.rim for patch in patches)


@pytest.mark.parametrize("waters", ["24", "48", "cross"])
def test_a_board_of_tiles_is_numbered_and_has_every_piece(waters: str) -> None:
    """A setup of tiles numbers its columns and rows, as its list refers to them, and shows each
    boat's pawn in the port and its row of coins."""
    made = setup(course="random", waters=waters)
    size = KNOWN.waters[waters]
    numbers = Counter(token.mark for token in tokens_of(made, "board"))
    assert sum(numbers.values()) == 2 * size.columns + 2 * size.rows
    assert numbers["1"] == 2
    boats = made.part("boats")
    signs = Counter(token.face for token in boats.tokens)
    assert signs == {f"coins/{suit}-null-back": 2 for suit in boats.values["suits"]}
    coins = [place.face for place in boats.placements]
    rows = {kind.suit: kind.coins for kind in KNOWN.boats}
    values = [coin.partition("-")[2] for suit in boats.values["suits"] for coin in rows[suit]]
    assert coins == [f"coins/sun-{value}" for value in values]
    left, top, width, height = made.view or (0, 0, 0, 0)
    for drawn in drawn_in(made):
        assert left < drawn.x < left + width
        assert top < drawn.y < top + height


@pytest.mark.parametrize("course", ["ours", "random", "own"])
def test_every_face_that_is_shown_is_drawn(course: str) -> None:
    """No picture of a setup or a race is missing: a face that looks like another is not drawn
    twice, and has no picture of its own."""
    shelf = Library(builtin_cards(), builtin_templates()).printed("port-flower")
    seen, made = scene(race(course=course)), setup(course=course)
    faces = {
        *(token.face for token in seen.tokens),
        *(die.face for die in seen.dice),
        *(face for panel in seen.panels for row in panel.rows for face in row.faces),
        *(one.face for one in drawn_in(made)),
    } - {""}
    assert [face for face in sorted(faces) if shelf.face(face) is None] == []


def test_boats_stand_on_the_spaces_of_the_printed_course() -> None:
    """The width of a space and the corner of the board are those of the drawn tiles."""
    face = (
        Library(builtin_cards(), builtin_templates()).printed("port-flower").face("course/course")
    )
    assert face is not None
    corners = sorted(_tile_corners(face.items, IDENTITY))
    assert len(corners) == 24
    (left, top), (next_left, _) = corners[0], corners[4]
    plan = KNOWN.plan
    assert (plan.left, plan.top) == pytest.approx((left, top), abs=0.001)
    assert plan.space == pytest.approx((next_left - left) / 2, abs=0.001)


def _tile_corners(items: tuple[Item, ...], matrix: Matrix) -> Iterator[tuple[float, float]]:
    for item in items:
        if isinstance(item, Group):
            yield from _tile_corners(item.items, multiply(matrix, item.matrix))
        elif isinstance(item, Use) and item.frame.name.startswith("tiles"):
            yield apply(multiply(matrix, item.matrix), 0, 0)


def test_pictures_show_what_stands_and_what_is_written() -> None:
    """The picture of a setup that can be saved has the numbers of columns and rows, and shows pawns
    as discs with the marks of their players."""
    library = Library(builtin_cards(), builtin_templates())
    shelf = library.printed("port-flower")
    made = setup(course="random")
    picture = setup_picture(shelf, made, typesetter_for(library.game("port-flower")))
    assert picture is not None
    (plane,) = picture.items
    assert isinstance(plane, Group)
    written = [item.string for item in plane.items if isinstance(item, Text)]
    assert written == [*map(str, range(1, 13)), *map(str, range(1, 9))]
    discs = [item for item in plane.items if isinstance(item, Path)]
    pawns = [token for token in made.part("boats").tokens if token.seat]
    assert len(discs) == len(written) + 2 * len(pawns), "signs are pictures"


def test_pawns_lie_in_the_printed_port() -> None:
    """Pawns are drawn on the printed port, and no coins are laid over the rows that are printed
    beside it."""
    boats = setup().part("boats")
    assert [token.face for token in boats.tokens] == [
        f"coins/{suit}-null-back" for suit in boats.values["suits"]
    ]
    assert boats.placements == ()


def test_a_race_under_way_as_ppn() -> None:
    """The present position is written as PPN which our reader reads back: sharks and pawns where
    they are now, and the coins of reached buoys turned."""
    state = race(course="random")
    first, second, third = state.boats
    state = replace(
        state,
        sharks=(cell(1, 1), cell(12, 8)),
        boats=(
            replace(first, at=cell(3, 1), reached=3),
            second,
            replace(third, at=ADRIFT, reached=1),
        ),
    )
    lying = pieces(RULES.position_ppn(state))
    assert [(one.x, one.y) for one in lying if one.move == "sharks"] == [(1, 1), (12, 8)]
    buoy = state.course.buoys[0]
    pawns = [(one.x, one.y) for one in lying if one.piece == "pawn"]
    assert pawns == [(3, 1), (5, 4), (buoy // 100 + 0.5, buoy % 100 + 0.5)]
    coins = [one.side for one in lying if one.move == "coins"]
    assert coins == [*["back"] * 3, *["face"] * 7, "back", *["face"] * 4]


def test_a_race_not_yet_sailed_is_its_setup_as_ppn() -> None:
    """A setup and the race that begins with it are the same table; only who gets which pawn may
    differ."""
    made = setup(course="random", waters="48", sharks="3")
    state = race(course="random", waters="48", sharks="3")
    layouts = [pieces(RULES.setup_ppn(made)), pieces(RULES.position_ppn(state))]
    same = [[one for one in all_ if one.move not in ("boats", "coins")] for all_ in layouts]
    assert same[0] == same[1]
    suits = [{(one.cfg, one.suit) for one in all_ if one.move == "boats"} for all_ in layouts]
    assert suits[0] == suits[1]
