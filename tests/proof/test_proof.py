"""The proof of a game: its pages, and what they show after an edit or a mistake."""

from __future__ import annotations

import re
import shutil
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.proof.app import create_proof_app
from companion.proof.model import Drawing, GameFiles, ProofPart, draw_game
from companion.proof.sheets import SheetLibrary
from companion.proof.watcher import CHANNEL, Watcher
from printgen.build.game_build import GameBuild
from printgen.build.request import Request
from printgen.build.sheet_counts import count_sheets
from printgen.catalog.builtin import builtin_cards, builtin_templates
from printgen.catalog.printers import Duplex
from printgen.draw.component import draw_component
from printgen.errors import Finding, Findings, Location, Subject
from tests.serving import CARDS


@pytest.fixture
def files(tmp_path: Path) -> GameFiles:
    shutil.copytree(CARDS / "harbour", tmp_path / "cards" / "harbour")
    return GameFiles("harbour", tmp_path / "cards", builtin_templates())


@pytest.fixture
def watcher(files: GameFiles) -> Watcher:
    return Watcher(files)


@pytest.fixture
def client(watcher: Watcher) -> FlaskClient:
    return create_proof_app(watcher).test_client()


def edit(files: GameFiles, name: str, old: str, new: str) -> None:
    file = files.cards / "harbour" / name
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")


def state(client: FlaskClient, query: str = "") -> Any:
    return client.get(f"/state{query}").get_json()


def test_every_face_is_on_the_contact_sheet(client: FlaskClient, watcher: Watcher) -> None:
    """Each picture has an address with its hash, under which browsers can keep it."""
    page = client.get("/").text
    keys = re.findall('data-key="([^"]+)"', page)
    assert sorted(keys) == sorted(face.key for part in watcher.proof.parts for face in part.faces)
    kinds = re.findall('data-kind="([^"]+)"', page)
    assert kinds == ["pieces"] * (len(kinds) - 1) + ["board"]
    assert {key.split("/")[0] for key in keys} >= {"goods", "ships"}
    picture = client.get(re.findall('src="(/picture/[^"]+)"', page)[0])
    assert picture.mimetype == "image/svg+xml"
    assert "immutable" in picture.headers["Cache-Control"]
    assert client.get("/picture/0123.svg").status_code == 404


def test_an_edit_changes_only_the_faces_that_show_it(
    client: FlaskClient, watcher: Watcher, files: GameFiles
) -> None:
    """Both the new and the old picture can be had, so that they can blink over each other."""
    before = state(client)
    assert not watcher.look()
    row = watcher.proof.parts[0].faces[0]
    edit(files, Path(row.place.file).name, row.title, f"{row.title}y")
    subscription = watcher.listen()
    assert watcher.look()
    assert subscription.after(before["revision"]).result(0) == watcher.proof.revision
    after = state(client)
    changed = [key for key, (now, _) in after["faces"].items() if before["faces"][key][0] != now]
    assert row.key in changed
    assert len(changed) < len(after["faces"]) / 2
    for key, (now, old) in after["faces"].items():
        assert old == (before["faces"][key][0] if key in changed else "")
        assert client.get(f"/picture/{now}.svg").status_code == 200
    assert client.get(f"/picture/{row.digest}.svg").status_code == 200


def test_what_is_drawn_again_equals_a_whole_drawing(files: GameFiles, watcher: Watcher) -> None:
    """Only changed rows are drawn again, and those that refer to them, count them or list them."""
    edit(
        files, "templates/coin.yaml", 'text: "{value}"', "text: \"{find('goods', 'rope').weight}\""
    )
    watcher.look()
    kept = 0
    for name in ("ships.csv", "goods.csv", "berths.csv", "seas.csv", "coins.csv"):
        file = files.cards / "harbour" / name
        good = file.read_text(encoding="utf-8")
        lines = good.splitlines()
        cells = lines[2].split(",")
        for column in range(1, lines[0].count(",") + 1):
            cell = cells[column]
            edited = str(int(cell) + 1) if cell.isdecimal() else f"{cell}2"
            row = ",".join([*cells[:column], edited, *cells[column + 1 :]])
            text = "\n".join([*lines[:2], row, *lines[3:]])
            before = {face.face for part in watcher.proof.parts for face in part.faces}
            file.write_text(f"{text}\n", encoding="utf-8")
            assert watcher.look()
            parts = watcher.proof.parts
            kept += len(before & {face.face for part in parts for face in part.faces})
            fresh = whole(files)
            if not fresh.mistakes:
                assert shown(parts) == shown(fresh.parts)
        file.write_text(good, encoding="utf-8")
        watcher.look()
    assert kept > 100
    assert shown(watcher.proof.parts) == shown(whole(files).parts)


def whole(files: GameFiles) -> Drawing:
    *_, last = draw_game(files)
    return last


def test_crafts_follow_the_pieces(tmp_path: Path) -> None:
    """Booklets and nets take long to draw: pages first show the pieces with the old ones."""
    shutil.copytree(builtin_cards() / "dragon-river", tmp_path / "dragon-river")
    files = GameFiles("dragon-river", tmp_path, builtin_templates())
    (first,) = draw_game(files)
    assert not first.mistakes
    (tmp_path / "dragon-river" / "unused.csv").write_text("id\na\n", encoding="utf-8")
    early, late = draw_game(files, first.parts, only_tables=True)
    for old, one, other in zip(first.parts, early.parts, late.parts, strict=True):
        assert (one is old) == (one.component.craft is not None)
        assert other is not old
    assert shown(early.parts) == shown(late.parts) == shown(first.parts)


def shown(parts: tuple[ProofPart, ...]) -> list[tuple[object, ...]]:
    return [
        (face.key, face.title, face.digest, face.copies, face.place, dict(face.values))
        for part in parts
        for face in part.faces
    ]


def test_mistakes_are_shown_over_the_last_good_picture(
    client: FlaskClient, watcher: Watcher, files: GameFiles
) -> None:
    """A file in the middle of an edit does not take the faces away, and a repair ends it."""
    good = state(client)["faces"]
    row = watcher.proof.parts[0].faces[0]
    name = Path(row.place.file).name
    text = (files.cards / "harbour" / name).read_text(encoding="utf-8")
    edit(files, name, text.partition(",")[0], "nonsense")
    watcher.look()
    broken = state(client)
    assert broken["faces"] == good
    assert any(name in mistake and "nonsense" in mistake for mistake in broken["mistakes"])
    assert "nonsense" in client.get("/").text
    (files.cards / "harbour" / "game.yaml").unlink()
    watcher.look()
    assert state(client)["faces"] == good
    shutil.copytree(CARDS / "harbour", files.cards / "harbour", dirs_exist_ok=True)
    watcher.look()
    assert state(client)["mistakes"] == []
    assert state(client)["faces"] == good


def test_a_face_page_lists_its_findings_and_its_row(client: FlaskClient, watcher: Watcher) -> None:
    """Findings about another component or side are not listed."""
    part = watcher.proof.parts[0]
    face = part.faces[0]
    watcher.show_found(
        (
            Finding(face.place, "is too <small>", subject=Subject(part.id, "full", "front")),
            Finding(face.place, "is elsewhere", subject=Subject("other", "full", "front")),
            Finding(Location(face.place.file, 9999), "is far away"),
        )
    )
    page = client.get(f"/face/{face.key}").text
    assert "is too &lt;small&gt;" in page
    assert "is elsewhere" not in page
    assert f'data-mm="{face.frame.width}"' in page
    assert "1 finding" in client.get("/").text
    assert "is far away" in client.get("/findings").text
    assert client.get("/face/none/front/1").status_code == 404
    assert client.get(f"/face/{part.id}/front/none").status_code == 404


def test_a_click_names_the_line_of_the_template(files: GameFiles) -> None:
    """The topmost element counts, inside groups, repeats and turned pictures too."""
    template = files.cards / "harbour" / "templates" / "coin.yaml"
    template.write_text(COIN, encoding="utf-8")
    watcher = Watcher(files)
    client = create_proof_app(watcher).test_client()
    assert not watcher.proof.mistakes
    coins = watcher.proof.part("coins")
    assert coins is not None
    face = coins.faces[0]
    lines = COIN.splitlines()

    def line(x: float, y: float) -> str:
        place = client.get(f"/element/{face.key}?x={x}&y={y}").get_json()["place"]
        file, _, rest = place.partition(", row ")
        assert file == "cards/harbour/templates/coin.yaml"
        return lines[int(rest.split(",")[0]) - 1].split("#")[-1].strip()

    assert line(2, 12) == "ground"
    assert line(10, 12) == "dot"
    assert line(10, 18) == "dot"
    assert line(10, 15) == "ground"
    assert line(20, 20.1) == "line"
    assert line(20, 22) == "ground"
    assert line(12.5, 6) == "letters"
    assert client.get(f"/element/{face.key}?x=1").status_code == 400


COIN = """\
size: [25, 25]
shape: circle
elements:
  - rectangle: [0, 0, 25, 25]  # ground
    ground: orange
  - group:
      - repeat: {columns: 2, dx: 6}
        elements:
          - circle: [0, 0, 2]  # dot
            fill: ink
    at: [10, 12]
    rotate: 90
  - line: [18, 20, 22, 20]  # line
    stroke: ink
    stroke_width: 0.3
  - text: "{value}"  # letters
    box: [3, 2, 19, 8]
    style: title
    align: center
    valign: middle
"""


def sheet_addresses(client: FlaskClient, query: str) -> dict[str, str]:
    page = unescape(client.get(f"/sheets?{query}").text)
    found = re.findall('data-key="sheet/([^"]+)" src="([^"]+)"', page)
    assert len(found) == len(dict(found))
    return dict(found)


def test_sheets_are_those_that_will_be_printed(
    client: FlaskClient, watcher: Watcher, files: GameFiles
) -> None:
    """A sheet has the hash of what it shows as its address, so only changed ones are loaded."""
    query = "paper=letter&duplex=none&apart=1"
    before = sheet_addresses(client, query)
    assert {key.split("/")[0] for key in before} == {part.id for part in watcher.proof.parts}
    shown = client.get(before["coins/1"])
    assert 'width="215.9mm"' in shown.text
    assert "immutable" in shown.headers["Cache-Control"]
    edit(files, "coins.csv", "one,1", "one,2")
    watcher.look()
    after = sheet_addresses(client, query)
    assert {key.split("/")[0] for key in after if after[key] != before[key]} == {"coins"}
    assert client.get(before["coins/1"]).text == shown.text != client.get(after["coins/1"]).text
    assert client.get("/sheets?paper=napkin").status_code == 404
    assert client.get("/sheet/0123.svg").status_code == 404


@pytest.mark.parametrize("duplex", ["long", "fold"])
def test_the_sheets_of_the_whole_game_are_those_of_the_build(
    client: FlaskClient, files: GameFiles, duplex: str
) -> None:
    """Components share sheets, in the same files with the same number of sheets and pages."""
    request = Request(files.cards, files.templates, Path(), Path(), paper="letter", duplex=duplex)
    (counted,) = count_sheets(["harbour"], request)
    page = client.get(f"/sheets?paper=letter&duplex={duplex}").text
    counts = [int(number) for number in re.findall(r"(\d+) sheets?</small>", page)]
    assert counts == [file.sheets for file in counted.whole.files]
    shown = sheet_addresses(client, f"paper=letter&duplex={duplex}")
    assert len(shown) == sum(file.pages for file in counted.whole.files)
    labels = re.findall('<span class="label">(.*?)</span>', page)
    assert any("Goods" in label and "Coins" in label for label in labels)
    assert "sheet 1: Board A1" in labels


def test_a_parts_list_says_on_which_sheets_the_parts_are(tmp_path: Path) -> None:
    """It depends on the paper, and so do the pages of booklets: the whole game draws them again."""
    shutil.copytree(builtin_cards() / "dragon-river", tmp_path / "dragon-river")
    files = GameFiles("dragon-river", tmp_path, builtin_templates())
    watcher = Watcher(files)
    game = watcher.proof.game
    assert game is not None
    request = Request(files.cards, files.templates, Path(), Path(), paper="letter")
    game_build = GameBuild("dragon-river", request)
    drawn = [
        (component, draw_component(game_build.game, component, game_build.context, Findings()))
        for component in game_build.game.components
    ]
    built = game_build.plan_whole_game(drawn)
    paper = game_build.setup.paper
    found = SheetLibrary().of_game(game, watcher.proof.parts, paper, Duplex.LONG)
    shown = [page.frame.dump() for sheets in found for page in sheets.pages]
    pages = [game_build.compose(part.plan) for file in built.files for part in file.parts]
    assert shown == [page.frame.dump() for some in pages for page in some]


def test_low_ink_has_faces_of_its_own(client: FlaskClient) -> None:
    """The same keys, other pictures, drawn only for pages that ask."""
    full, low = state(client)["faces"], state(client, "?ink=low")["faces"]
    assert full.keys() == low.keys()
    assert full != low
    digest = next(low[key][0] for key in low if low[key] != full[key])
    assert client.get(f"/picture/{digest}.svg").status_code == 200


def test_strange_host_names_are_rejected(client: FlaskClient) -> None:
    """A site that points its own name here cannot read the game."""
    assert client.get("/", headers={"Host": "evil.example"}).status_code == 403


def test_the_stream_tells_a_late_page_at_once(watcher: Watcher) -> None:
    """A page that was drawn before the last edit learns of it when it begins to listen."""
    subscription = watcher.listen()
    assert subscription.code == CHANNEL
    assert subscription.after(0).result(0) == watcher.proof.revision


def test_many_mistakes_leave_room_for_the_pictures(
    client: FlaskClient, watcher: Watcher, files: GameFiles
) -> None:
    """The first ten are listed; the others are counted."""
    file = files.cards / "harbour" / "goods.csv"
    heading, *rows = file.read_text(encoding="utf-8").splitlines()
    broken = [row.replace(",", ",x,", 1) for row in rows * 4]
    file.write_text("\n".join([heading, *broken, ""]), encoding="utf-8")
    watcher.look()
    page = client.get("/").text
    count = len(watcher.proof.mistakes)
    assert count > 10
    assert f"The files have {count} mistakes" in page
    assert f"<li>and {count - 10} more</li>" in page
