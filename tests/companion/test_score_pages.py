"""Score sheets on phones: everybody writes their own, the host anybody's, and what cannot be is
caught."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from companion.app import create_app
from companion.games.base import Field
from companion.store import Store
from companion.table.model import Refused
from companion.web.acts import read_setup, read_sheet
from companion.words import say
from printgen.catalog.places import builtin_cards, builtin_templates
from tests.companion.test_pages import Phone


@pytest.fixture
def app(store: Store) -> Flask:
    return create_app(builtin_cards(), builtin_templates(), store)


class Player(Phone):
    def open(self, game: str = "dragon-boats") -> str:
        return self.client.post("/tables", data={"game": game}).headers["Location"]


def table_of(app: Flask) -> tuple[str, Player, Player]:
    ann, ben = Player(app), Player(app)
    where = ann.open()
    ann.sit(where, "Ann", "red")
    ben.sit(where, "Ben", "blue")
    return where, ann, ben


def total(page: str, name: str) -> int:
    found = re.search(rf'class="seat \w+">{name}</span>\s*<strong>(-?\d+)</strong>', page)
    assert found, page
    return int(found[1])


def test_each_phone_writes_its_own_part(app: Flask) -> None:
    """This test ensures that a running total is on every phone as soon as one has entered."""
    where, ann, ben = table_of(app)
    assert ann.act(where, "score", **{"entry.farm-rice": "3"}).status_code == 303
    assert ben.act(where, "score", **{"entry.farm-rice": "2"}).status_code == 303
    for phone in (ann, ben):
        page = phone.see(where, "/score")
        assert total(page, "Ann") == 9
        assert total(page, "Ben") == 4


def test_a_race_is_drawn_in_the_colours_of_the_seats(app: Flask) -> None:
    """This test ensures that asking for a race shows one, or says that there is none yet."""
    where, ann, ben = table_of(app)
    nothing = ann.client.get(f"{where}/score?race=yes").get_data(as_text=True)
    assert "There is no race to draw yet." in nothing
    for rice in ("1", "2"):
        ann.act(where, "score", **{"entry.farm-rice": rice})
        ben.act(where, "score", **{"entry.farm-rice": rice})
    drawn = ann.client.get(f"{where}/score?race=yes").get_data(as_text=True)
    assert '<g class="line red"><polyline' in drawn
    assert '<g class="line blue"><polyline' in drawn


def test_only_the_host_writes_for_others(app: Flask) -> None:
    """This test ensures that a guest cannot change another's sheet, and the host can."""
    where, ann, ben = table_of(app)
    refused = ben.act(where, "score", **{"for": ann.seat, "entry.farm-rice": "3"})
    assert refused.status_code == 409
    assert "only the host" in refused.get_data(as_text=True)
    assert ann.act(where, "score", **{"for": ben.seat, "entry.farm-rice": "3"}).status_code == 303


def test_more_than_exist_is_caught(app: Flask) -> None:
    """This test ensures that players together cannot have more tiles than are printed, and that
    what was refused changes nothing."""
    where, ann, ben = table_of(app)
    ann.act(where, "score", **{"entry.farm-rice": "4"})
    refused = ben.act(where, "score", **{"entry.farm-rice": "3"})
    assert refused.status_code == 409
    assert 'role="alert"' in refused.get_data(as_text=True)
    assert total(ben.see(where, "/score"), "Ben") == 0


def test_the_ranking_can_be_shared(app: Flask) -> None:
    """This test ensures that the ranking is a picture, and nothing where nobody sits."""
    where, ann, _ = table_of(app)
    ann.act(where, "score", **{"entry.farm-rice": "3"})
    answer = ann.client.get(f"{where}/result.png")
    assert answer.mimetype == "image/png"
    assert answer.data.startswith(b"\x89PNG")


FIELDS = (
    Field("n", say("n"), "number"),
    Field("f", say("f"), "flag"),
    Field("c", say("c"), "choice", choices={"a": say("a")}),
    Field("s", say("s"), "spaces"),
    Field("r", say("r"), "rows", columns=(say("x"), say("y"))),
)


def test_forms_are_read_as_they_are_meant() -> None:
    """This test ensures that empty, ticked and unticked entries come out as such, and that what
    was not on the page is left alone."""
    form = {
        "entry.n": ["7"],
        "entry.f": ["", "yes"],
        "entry.c": ["a"],
        "entry.s": ["", "N1", "N2"],
        "entry.r.rows": ["3"],
        "entry.r.0.0": ["2"],
        "entry.r.0.1": ["3"],
        "entry.r.1.0": [""],
        "entry.r.1.1": [""],
        "entry.r.2.0": ["1"],
        "entry.r.2.1": [""],
    }
    assert read_sheet(form, FIELDS) == {
        "n": 7,
        "f": True,
        "c": "a",
        "s": ["N1", "N2"],
        "r": [[2, 3], [1, 0]],
    }
    assert read_sheet({"entry.n": [""], "entry.f": [""]}, FIELDS) == {"n": None, "f": False}
    with pytest.raises(Refused, match="whole number"):
        read_sheet({"entry.n": ["many"]}, FIELDS)


def test_no_more_rows_than_a_sheet_has() -> None:
    """This test ensures that a form which claims any number of rows is read as far as there are
    some, and not for ever."""
    form = {"entry.r.rows": ["9" * 30], "entry.r.1.0": ["2"], "entry.r.90.0": ["2"]}
    assert read_sheet(form, FIELDS) == {"r": [[2, 0]]}


def test_rolling_the_rest_keeps_what_is_locked() -> None:
    """This test ensures that each way of rolling again asks for just that."""
    form = {"again.a": ["1"], "again.b": ["0"], "lock": ["a"], "words": ["Jade Otter 41"]}
    rest = read_setup({**form, "roll": ["rest"]})
    assert rest == {"options": {}, "again": {"a": 1, "b": 1}, "words": "jade-otter-41"}
    one = read_setup({**form, "roll": ["a"]})
    assert one["again"] == {"a": 2}
    assert "words" not in read_setup({**form, "roll": ["all"]})
    assert read_setup({**form, "roll": ["fair"]}) == {"options": {}, "fair": True}
    told = read_setup({**form, "roll": ["told"], "told": ["Calm Yak 10"]})
    assert told == {"options": {}, "words": "calm-yak-10"}
