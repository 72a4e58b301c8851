"""Score sheets on phones: players fill in their own, the host any, and impossible entries are
kept and marked."""

from __future__ import annotations

import re
from html import unescape

import pytest
from flask import Flask

from companion.app import create_app
from companion.games.score import Field
from companion.language.messages import say
from companion.storage.store import Store
from companion.table.acts.score import sheet_from_form
from companion.table.acts.setup import setup_from_form
from printgen.catalog.builtin import builtin_cards, builtin_templates
from tests.companion.test_pages import Phone


@pytest.fixture
def database(sqlite_database: str) -> str:
    return sqlite_database


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
    """An entry on one phone updates the running total on all."""
    where, ann, ben = table_of(app)
    assert ann.act(where, "score", **{"entry.farm-rice": "3"}).status_code == 303
    assert ben.act(where, "score", **{"entry.farm-rice": "2"}).status_code == 303
    for phone in (ann, ben):
        page = phone.see(where, "/score")
        assert total(page, "Ann") == 9
        assert total(page, "Ben") == 4


def test_progress_has_the_colours_of_the_seats(app: Flask) -> None:
    """Requesting the race shows a chart, or says that there is none yet."""
    where, ann, ben = table_of(app)
    nothing = ann.client.get(f"{where}/score?race=yes").get_data(as_text=True)
    assert "No points to show yet." in nothing
    for rice in ("1", "2"):
        ann.act(where, "score", **{"entry.farm-rice": rice})
        ben.act(where, "score", **{"entry.farm-rice": rice})
    drawn = ann.client.get(f"{where}/score?race=yes").get_data(as_text=True)
    assert '<g class="line red"><polyline' in drawn
    assert '<g class="line blue"><polyline' in drawn


def test_spaces_have_the_colour_and_mark_of_their_player(app: Flask) -> None:
    """On the sheet of all players and on everybody's own, a taken hex shows the mark that its
    player has everywhere, not a letter."""
    where, ann, ben = table_of(app)
    ann.act(where, "score", **{"entry.farmers": "S1"})
    for phone, address in ((ann, "/score"), (ben, "/score"), (ben, "/score?for=all")):
        page = phone.client.get(where + address).text
        (spot,) = re.findall(r'<a class="spot red.*?</a>', page, re.DOTALL)
        assert '<use class="mark" href="#mark-red"' in spot
        assert re.search(r'aria-label="[^"]+: Ann"', spot)
        assert ("red other" in spot) == (address == "/score" and phone is ben)
        assert '<symbol id="mark-red"' in page


def test_pieces_of_a_sheet_can_be_enlarged(app: Flask) -> None:
    """The hex and the card that a line asks for lead to their page; a tap on a box ticks it."""
    where, ann, _ = table_of(app)
    for address in ("/score", "/score?for=all"):
        page = ann.client.get(where + address).text
        for piece in ("farm-hexes/rice", "bonus-cards/A"):
            assert re.search(rf'<a class="piece[^"]*" href="/games/dragon-boats/{piece}\?', page)
        for label in re.findall(r"<label.*?</label>", page, re.DOTALL):
            assert 'class="piece' not in label


def test_only_the_host_writes_for_others(app: Flask) -> None:
    """The host can change another player's sheet, and a guest cannot."""
    where, ann, ben = table_of(app)
    refused = ben.act(where, "score", **{"for": ann.seat, "entry.farm-rice": "3"})
    assert refused.status_code == 409
    assert "only the host" in refused.get_data(as_text=True)
    assert ann.act(where, "score", **{"for": ben.seat, "entry.farm-rice": "3"}).status_code == 303


def fault_of(page: str, seat: str, field: str) -> str:
    """What stands beside an entry."""
    found = re.search(rf'id="fault.{seat}.{field}" data-live>(.*?)</p>', page)
    assert found, page
    return unescape(found[1])


def test_more_than_exist_is_marked(app: Flask) -> None:
    """Players who together have more tiles than are printed see it beside the entries, and
    everything they entered is kept. The sheet used to refuse the last entry."""
    where, ann, ben = table_of(app)
    ann.act(where, "score", **{"entry.farm-rice": "4"})
    assert ben.act(where, "score", **{"entry.farm-rice": "3"}).status_code == 303
    page = ben.see(where, "/score")
    assert total(page, "Ben") == 9
    assert fault_of(page, ben.seat, "farm-rice") == "Ben: 7 in all, but there are only 6"
    assert fault_of(page, ben.seat, "farm-soy") == ""


def test_one_impossible_entry_does_not_lose_the_others(app: Flask) -> None:
    """A number out of range, a fraction and an unfinished row are kept and marked; they count as
    nothing, and the rest of the sheet is saved."""
    where, ann, _ = table_of(app)
    sheet = {"entry.farm-rice": "70", "entry.treasure": "1.5", "entry.farm-soy": "2"}
    assert ann.act(where, "score", **sheet).status_code == 303
    page = ann.see(where, "/score")
    assert total(page, "Ann") == 4
    assert fault_of(page, ann.seat, "farm-rice") == "Ann: Rice must be from 0 to 6, not 70"
    assert fault_of(page, ann.seat, "treasure") == "Ann: 1.5 is not a whole number"
    assert 'value="70"' in page
    assert 'value="1.5"' in page


@pytest.mark.parametrize("kind", ["score", "scores"])
def test_a_line_that_an_option_has_removed_does_not_lose_the_others(app: Flask, kind: str) -> None:
    """A page that was opened before the host changed an option sends lines that the sheet has no
    longer: the rest is saved. All of it used to be refused."""
    where, ann, _ = table_of(app)
    at = "entry." if kind == "score" else f"entry.{ann.seat}."
    ann.act(where, "setup", players=2, **{"option.interactive": "off"})
    sheet = {f"{at}card-A": "yes", f"{at}farm-rice": "3"}
    assert ann.act(where, kind, **sheet).status_code == 303
    assert total(ann.see(where, "/score"), "Ann") == 9
    assert ann.act(where, kind, more="1", **sheet).status_code == 409


def test_what_others_entered_meanwhile_stays(app: Flask) -> None:
    """A form sends all of its fields, but only those that differ from what its page showed are
    entered."""
    where, ann, ben = table_of(app)
    shown = re.search(r'name="shown" value="(\d+)"', ann.see(where, "/score"))
    assert shown
    ben.act(where, "score", **{"entry.farm-rice": "3"})
    sheet = {f"entry.{ann.seat}.farm-rice": "2", f"entry.{ben.seat}.farm-rice": ""}
    assert ann.act(where, "scores", shown=shown[1], **sheet).status_code == 303
    page = ann.see(where, "/score")
    assert (total(page, "Ann"), total(page, "Ben")) == (4, 9)


def test_the_ranking_can_be_shared(app: Flask) -> None:
    """The ranking is a picture, or a 404 if nobody sits at the table."""
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
    """Empty, checked and unchecked entries are read as such, and fields missing from the form are
    left alone."""
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
    assert sheet_from_form(form, FIELDS) == {
        "n": 7,
        "f": True,
        "c": "a",
        "s": ["N1", "N2"],
        "r": [[2, 3], [1, 0]],
    }
    assert sheet_from_form({"entry.n": [""], "entry.f": [""]}, FIELDS) == {"n": None, "f": False}
    assert sheet_from_form({"entry.n": ["many"]}, FIELDS) == {"n": "many"}
    assert sheet_from_form({"entry.r.text": ["2*3 + 1x0, 4"]}, FIELDS) == {
        "r": [[2, 3], [1, 0], [4, 0]]
    }


def test_no_more_rows_than_a_sheet_has() -> None:
    """A form that claims a huge number of rows is read only up to the limit."""
    form = {"entry.r.rows": ["9" * 30], "entry.r.1.0": ["2"], "entry.r.90.0": ["2"]}
    assert sheet_from_form(form, FIELDS) == {"r": [[2, 0]]}


def test_rolling_the_rest_keeps_what_is_locked() -> None:
    """Each roll button re-rolls exactly its parts."""
    form = {"again.a": ["1"], "again.b": ["0"], "lock": ["a"], "words": ["Jade Otter 41"]}
    rest = setup_from_form({**form, "roll": ["rest"]})
    assert rest == {"options": {}, "again": {"a": 1, "b": 1}, "words": "jade-otter-41"}
    one = setup_from_form({**form, "roll": ["a"]})
    assert one["again"] == {"a": 2}
    assert "words" not in setup_from_form({**form, "roll": ["all"]})
    assert setup_from_form({**form, "roll": ["fair"]}) == {"options": {}, "fair": True}
    entered = setup_from_form({**form, "roll": ["told"], "told": ["Calm Yak 10"]})
    assert entered == {"options": {}, "words": "calm-yak-10"}
