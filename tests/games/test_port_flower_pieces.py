"""Two piecepacks and a race course: the data of Sailing Port Flower."""

from __future__ import annotations

import io
from collections import Counter
from functools import cache
from itertools import product

import numpy as np
import pypdfium2
import pytest

from printgen.catalog.builtin import builtin_cards, builtin_templates
from printgen.catalog.load import load_game
from printgen.catalog.model import Game, Record, Value
from printgen.catalog.ppn.pieces import SUITS
from printgen.check.scene import Scene
from printgen.draw.component import draw_component, make_draw_context
from printgen.errors import Findings
from printgen.export.document import Document, DocumentPage, Section
from printgen.export.pdf import write_pdf
from printgen.frame import Frame, Use


@cache
def game() -> Game:
    findings = Findings()
    loaded = load_game("port-flower", builtin_cards(), builtin_templates(), findings)
    assert loaded is not None
    assert list(findings) == []
    return loaded


def rows(table: str) -> list[dict[str, Value]]:
    return [dict(record.values) for record in game().tables[table].records]


def name(value: Value) -> str:
    return str(value.values["id"] if isinstance(value, Record) else value)


def names(value: Value) -> list[str]:
    assert isinstance(value, tuple)
    return [name(item) for item in value]


def places(role: str) -> list[tuple[float, float]]:
    return [(row["x"], row["y"]) for row in rows("course") if row["role"] == role]  # type: ignore[misc]


def test_two_whole_piecepacks() -> None:
    """Tiles and coins have every suit with every value once, and dice have six different faces with
    opposites three apart, as PPN flips them."""
    every = Counter(product((name(row["id"]) for row in rows("suits")), ["null", *"a2345"]))
    for table in ("tiles", "coins"):
        made = Counter(
            (name(row["suit"]), name(row["value"]).replace("ace", "a")) for row in rows(table)
        )
        assert made == every
    for die in rows("dice"):
        worth = [("null", "ace", "2", "3", "4", "5").index(face) for face in names(die["faces"])]
        assert sorted(worth) == [0, 1, 2, 3, 4, 5]
        assert all((worth[i] - worth[5 - i]) % 3 == 0 for i in range(3))


def test_suits_are_those_of_the_notation() -> None:
    """Each set has the suits that PPN numbers."""
    for cfg in ("piecepack", "four_seasons_expansion"):
        assert {name(row["id"]) for row in rows("suits") if row["set"] == cfg} == set(SUITS[cfg])


def test_the_course() -> None:
    """Tiles cover 12 × 8 spaces without gaps, buoys stand where four spaces of water meet, and
    nothing stands where something else does."""
    covered = Counter(
        (x + dx, y + dy)
        for x, y in places("water") + places("port")
        for dx, dy in product((-0.5, 0.5), repeat=2)
    )
    assert covered == Counter(product(range(1, 13), range(1, 9)))
    ((port_x, port_y),) = places("port")
    port = {(port_x + dx, port_y + dy) for dx, dy in product((-0.5, 0.5), repeat=2)}
    land = {*places("island"), *port}
    assert len({*land, *places("shark")}) == 6 + 4 + 2
    assert {*places("island"), *places("shark")} <= set(covered)
    assert len(places("buoy")) == 5
    for x, y in places("buoy"):
        around = {(x + dx, y + dy) for dx, dy in product((-0.5, 0.5), repeat=2)}
        assert around <= set(covered)
        assert not around & land


def test_no_coin_of_the_course_is_needed_elsewhere() -> None:
    """The course takes each coin once and leaves the players' rows alone."""
    taken = [(name(row["suit"]), row["rank"]) for row in rows("course") if row["piece"] == "coin"]
    assert len(taken) == len(set(taken)) == 17
    players = product(("moon", "crown", "arms", "leaf", "snowflake"), range(1, 6))
    assert not {*taken} & {*players}


def test_the_aid_shows_every_split() -> None:
    """The aid has a line for each way to share four dice between boat and shark, and knows in how
    many ways each can be done."""
    ways = Counter(
        (way.count("b"), way.count("s"), way.count("-"))
        for way in product("bs-", repeat=4)
        if "b" in way and "s" in way and way.count("-") <= 1
    )
    assert sum(ways.values()) == 38
    assert ways == {(r["boat"], r["shark"], r["unused"]): r["ways"] for r in rows("splits")}


@pytest.mark.parametrize("ink", ["full", "low"])
def test_the_aid_is_read_at_arms_length(ink: str) -> None:
    """The aid has few signs, none smaller than 4.5 mm, and no type under 10 pt."""
    component = next(c for c in game().components if c.id == "player-aid")
    (face,) = draw_component(game(), component, make_draw_context(game(), ink, None), Findings())  # type: ignore[arg-type]
    assert face.back is not None
    for side in (face.front, face.back):
        scene = Scene(side)
        signs = [p for p in scene.placed if isinstance(p.item, Use) and p.uses == 0]
        sizes = [
            sign.scale * max(sign.item.frame.width, sign.item.frame.height)
            for sign in signs
            if isinstance(sign.item, Use)
        ]
        assert 1 <= len(sizes) < 30
        assert min(sizes) >= 4.5
        assert min(text.size_pt for _, _, text in scene.texts()) >= 10


def test_backs_tell_nothing() -> None:
    """All tiles share one back, which looks the same when it is turned."""
    component = next(c for c in game().components if c.id == "tiles")
    faces = draw_component(game(), component, make_draw_context(game(), "full", None), Findings())
    assert len({id(face.back) for face in faces}) == 1
    back = faces[0].back
    assert back is not None
    trim = Frame("back", back.width, back.height, back.items)
    stream = io.BytesIO()
    write_pdf(Document("", "", "", "en", "none", (Section("", (DocumentPage(trim),)),)), stream)
    page = pypdfium2.PdfDocument(stream.getvalue())[0]
    shown = np.asarray(page.render(scale=400 / page.get_width()).to_pil().convert("L")).astype(int)
    side = min(shown.shape)
    shown = shown[:side, :side]
    assert np.abs(shown - np.rot90(shown)).mean() < 1.5
    assert shown.std() > 10
