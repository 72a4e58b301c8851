"""Setups as whole tables: every printed piece is somewhere, and the board is as it is drawn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

from companion.games import rules_for
from companion.games.setup import Setup
from companion.games.tabletop import FullTable
from companion.language.messages import Refused
from companion.pictures.layout_library import LayoutLibrary
from companion.pictures.library import Library
from companion.table.game_rules import full_table_of, setup_of
from companion.table.model import SetupRequest
from companion.tabletop.export import laid_out_game
from printgen.catalog.builtin import builtin_cards, builtin_templates
from printgen.tabletop.model import Bag, Piece, Pile, PlacedThing, TableLayout, pieces_of
from printgen.tabletop.unpacked import unpack_game

REFEREED = ("dragon-boats", "dragon-river", "mines", "port-flower", "river-dragons")
SIXTH = Path(__file__).parent.parent / "sample" / "sixth"
LIBRARY = Library(builtin_cards(), builtin_templates())


def lay_out(
    slug: str,
    players: int = 0,
    options: Mapping[str, str] | None = None,
    words: str = "jade-otter-41",
    library: Library = LIBRARY,
) -> tuple[Setup, TableLayout]:
    game = library.game(slug)
    most = game.players[1] if game.players else 2
    request = SetupRequest(players or most, dict(options or {}), words)
    setup = setup_of(rules_for(game), request)
    return setup, laid_out_game(library, slug, request, str)


@cache
def printed(slug: str) -> Counter[str]:
    return Counter(piece.id for piece in unpack_game(LIBRARY.game(slug)).pieces())


def on_table(layout: TableLayout, row: str) -> list[PlacedThing]:
    """The single pieces of a row that lie by themselves."""
    return [one for one in layout.placed if getattr(one.thing, "row", "") == row]


def variants(slug: str) -> Iterator[tuple[int, dict[str, str]]]:
    """Each number of players, and each choice of each option for as many as can play with it."""
    game = LIBRARY.game(slug)
    fewest, most = game.players or (1, 2)
    for players in range(fewest, most + 1):
        yield players, {}
        for option in rules_for(game).options:
            for choice in option.choices:
                if choice != option.default:
                    yield players, {option.id: choice}


@pytest.mark.parametrize("slug", REFEREED)
def test_no_option_loses_a_piece(slug: str) -> None:
    """Whatever is chosen, all printed pieces are on the table or in its box, each of them once."""
    rules = rules_for(LIBRARY.game(slug))
    tried: list[FullTable] = []
    for players, options in variants(slug):
        request = SetupRequest(players, options, "jade-otter-41")
        try:
            table = full_table_of(rules, request, setup_of(rules, request))
        except Refused:
            continue
        if table in tried:  # most options change nothing that lies on the table
            continue
        tried.append(table)
        _, layout = lay_out(slug, players, options)
        assert Counter(piece.id for piece in layout.pieces()) == printed(slug)
        assert len(layout.seats) == players
    assert len(tried) > 1


@pytest.mark.parametrize("slug", ["dragon-boats", "mines"])
def test_pieces_lie_where_the_setup_draws_them(slug: str) -> None:
    """Every piece that the setup places on its board lies there, turned the same way."""
    setup, layout = lay_out(slug)
    pieces = [piece for part in setup.parts for piece in part.placements]
    assert pieces
    missing = [
        piece
        for piece in pieces
        if not any(
            (one.x, one.y, one.turn) == (piece.x, piece.y, piece.turn)
            for one in on_table(layout, piece.face)
        )
    ]
    # The first tile of Mines lies apart, where there is room for a mountain.
    assert [piece.face.partition("/")[0] for piece in missing] == ["tiles"] * (slug == "mines")


def test_a_deck_lacks_what_is_on_display() -> None:
    """The bonus cards on display lie face up; the deck has all the others, face down, and the bag
    has all offerings that are not on a stall."""
    setup, layout = lay_out("dragon-boats", 4)
    shown = {f"bonus-cards/{letter}" for letter in setup.part("cards").values["display"]}
    (deck,) = (one for one in layout.placed if getattr(one.thing, "id", "") == "bonus")
    assert isinstance(deck.thing, Pile)
    assert not deck.face_up
    assert len(deck.thing.pieces) == 24
    assert not shown & {piece.row for piece in deck.thing.pieces}
    assert all(on_table(layout, row)[0].face_up for row in shown)
    (bag,) = (one.thing for one in layout.placed if getattr(one.thing, "id", "") == "offerings")
    assert isinstance(bag, Bag)
    assert len(bag.pieces) == 80 - 12


def test_hands_are_dealt() -> None:
    """Each player of Mines has four tiles in hand, and each runner the cards of its colour."""
    _, mines = lay_out("mines", 5)
    _, race = lay_out("river-dragons", 6)
    for layout, size in ((mines, 4), (race, 13)):
        hands = Counter(one.seat for one in layout.placed if one.in_hand)
        assert set(hands.values()) == {size}
        assert sorted(filter(None, hands)) == list(range(1, len(layout.seats)))


def test_the_code_decides_the_table() -> None:
    """The same code lays the same table everywhere; another code lays another one."""
    _, one = lay_out("mines", 3)
    _, same = lay_out("mines", 3)
    _, other = lay_out("mines", 3, words="coral-heron-12")

    def ids(layout: TableLayout) -> list[str]:
        return [piece.id for piece in layout.pieces()]

    assert ids(one) == ids(same) != ids(other)


def test_a_game_of_data_alone_is_laid_out() -> None:
    """A game without code has its pieces on spaces, its decks, hands and snap points."""
    library = Library(SIXTH, builtin_templates())
    setup, layout = lay_out("tea-garden", library=library)
    placed = [piece for part in setup.parts for piece in part.placements]
    for piece in placed:
        assert (piece.x, piece.y) in [(one.x, one.y) for one in on_table(layout, piece.face)]
    assert placed
    assert layout.snap_points
    game = library.game("tea-garden")
    assert Counter(p.id for p in layout.pieces()) == Counter(
        p.id for p in unpack_game(game).pieces()
    )


def test_boats_stand_on_tiles_of_true_size() -> None:
    """Port Flower is played on real tiles: neighbours touch, and coins lie on their corners."""
    _, layout = lay_out("port-flower", 4, {"suits": "lot"})
    tiles = [one for one in layout.placed if getattr(one.thing, "row", "").startswith("tiles/")]
    board = [one for one in tiles if one.seat is None][:24]
    assert min(one.x for one in board) == pytest.approx(25.4, abs=0.05)
    columns = sorted({round(one.x, 1) for one in board})
    assert columns[1] - columns[0] == pytest.approx(50.8, abs=0.1)
    assert sum(one.face_up for one in board) == 1


def test_a_layout_is_laid_out() -> None:
    """A layout of the piecepack lies as its code mixes it, in inches; sets that it does not use are
    in the box, and no piece is lost."""
    setup, layout = lay_out("piecepack", 2, {"layout": "alien-city"})
    layouts = LayoutLibrary(LIBRARY)
    found = layouts.find("alien-city")
    assert found is not None
    assert setup.part("layout").layout == "alien-city"
    pieces = layouts.table(found, "jade-otter-41")
    table = [(one.x, one.y, one.turn) for one in layout.placed if isinstance(one.thing, Piece)]
    for piece in pieces:
        x, y = round(piece.x * 25.4, 3), round(-piece.y * 25.4, 3)
        assert (x, y, -piece.kind.angle % 360) in table
    (box,) = (one.thing for one in layout.placed if getattr(one.thing, "id", "") == "box")
    assert {piece.row.partition("-")[0] for piece in pieces_of(box)} >= {"hexpack", "four"}
    assert Counter(piece.id for piece in layout.pieces()) == printed("piecepack")
