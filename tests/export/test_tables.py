"""Games written for virtual tables: every piece is there, and lies where the layout says."""

from __future__ import annotations

import csv
import io
import json
import socket
import threading
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from msgspec.structs import replace
from PIL import Image as Pillow

from printgen.catalog.builtin import builtin_cards, builtin_templates
from printgen.catalog.load import list_games, load_game
from printgen.catalog.model import Game
from printgen.cli import printgen
from printgen.draw.component import draw_component, make_draw_context
from printgen.errors import CallError, Findings
from printgen.export.tables.pcio import pcio_bytes
from printgen.export.tables.pictures import Pictures, draw_pictures
from printgen.export.tables.screen import fit_on_screen
from printgen.export.tables.sprites import sprite_files
from printgen.export.tables.targets import GRID, ExportOptions, export_files
from printgen.export.tables.ttpg import ttpg_files
from printgen.export.tables.tts import save_bytes, tts_files
from printgen.export.tables.tts_push import push, push_script
from printgen.export.tables.vassal import vassal_bytes
from printgen.export.tables.vtt import vtt_bytes
from printgen.tabletop.model import Bag, Pile, PlacedThing, TableLayout, pieces_of
from printgen.tabletop.pieces import NOT_PIECES
from printgen.tabletop.unpacked import unpack_game
from tests.export.table_readers import (
    Found,
    read_pcio,
    read_ttpg,
    read_tts,
    read_vassal,
    read_vtt,
)

GAMES = [slug for slug in list_games(builtin_cards()) if slug != "piecepack"]
"""The games that are set up and played; the piecepack is 900 pieces for them."""
SIXTH = Path(__file__).parent.parent / "sample" / "sixth"


@cache
def game_of(slug: str, cards: Path | None = None) -> Game:
    findings = Findings()
    game = load_game(slug, cards or builtin_cards(), builtin_templates(), findings)
    findings.raise_errors()
    assert game is not None
    return game


@cache
def layout_of(slug: str, cards: Path | None = None, *, on_screen: bool = False) -> TableLayout:
    return unpack_game(game_of(slug, cards), on_screen=on_screen)


def named_pictures(layout: TableLayout) -> Pictures:
    """The names of all pictures, for tests that look at none."""
    names = {id(frame): f"{number}.png" for number, frame in enumerate(layout.frames())}
    return Pictures({}, names)


def with_files(pictures: Pictures) -> Pictures:
    """The same with a file of a few bytes for each name."""
    return Pictures({name: name.encode() for name in pictures.names.values()}, pictures.names)


def expected(layout: TableLayout) -> list[Found]:
    """What a reader should find, from the layout itself."""
    return [
        Found(piece.id, placed.x, placed.y, placed.turn % 360, face_up, inside)
        for placed in layout.placed
        for piece, face_up, inside in _inside(placed)
    ]


def _inside(placed: PlacedThing) -> Iterator[tuple[Any, bool, str]]:
    thing = placed.thing
    for piece in pieces_of(thing):
        match thing:
            case Bag():
                yield piece, True, f"bag:{thing.id}"
            case Pile() if piece.kind == "card":
                yield piece, placed.face_up, f"pile:{thing.id}"
            case _:
                yield piece, placed.face_up, ""


def assert_found(
    found: list[Found], layout: TableLayout, within: float = 0.01, *, on_screen: bool = False
) -> None:
    """The pieces lie where the layout has them, around the middle of the table. On a screen, a bag
    is a pile of pieces that are face down, somewhere on the bag."""
    middle = layout.left + layout.width / 2, layout.top + layout.height / 2
    wanted = {one.piece: one for one in expected(layout)}
    assert sorted(one.piece for one in found) == sorted(wanted)
    for one in found:
        want = wanted[one.piece]
        in_bag = want.inside.startswith("bag:")
        if on_screen:
            assert (one.inside == "bag") == in_bag, one
            if in_bag:
                continue
        assert one.face_up == want.face_up, one
        assert on_screen or one.inside == want.inside, one
        assert one.x == pytest.approx(want.x - middle[0], abs=within), one
        assert one.y == pytest.approx(want.y - middle[1], abs=within), one
        assert one.turn == pytest.approx(want.turn, abs=0.1), one


@pytest.mark.parametrize("slug", GAMES)
def test_every_printed_piece_is_on_the_table(slug: str) -> None:
    """A layout has as many pieces of each component as are printed, but nothing to read or to keep
    pieces in; each piece has an id of its own."""
    game = game_of(slug)
    context = make_draw_context(game, "full", None)
    printed = {
        component.id: sum(
            face.pieces for face in draw_component(game, component, context, Findings())
        )
        for component in game.components
        if component.craft is None or component.craft.kind not in NOT_PIECES
    }
    ids = [piece.id for piece in layout_of(slug).pieces()]
    assert len(ids) == len(set(ids))
    assert Counter(name.partition("/")[0] for name in ids) == printed


@pytest.mark.parametrize("slug", GAMES)
def test_a_save_has_every_piece_in_its_place(slug: str) -> None:
    """What is read from a save of Tabletop Simulator is the layout, to a hundredth of a
    millimetre."""
    layout = layout_of(slug)
    save, _ = tts_files(layout, named_pictures(layout), str)
    assert_found(read_tts(save_bytes(save)), layout)
    assert len(save["SnapPoints"]) == len(layout.snap_points)


@pytest.mark.parametrize("slug", GAMES)
def test_rooms_in_browsers_have_every_piece_in_its_place(slug: str) -> None:
    """What is read from files of virtualtabletop.io and playingcards.io is the layout, to a pixel,
    and lies on the table that they show."""
    layout = layout_of(slug, on_screen=True)
    scale = fit_on_screen(layout).scale
    drawn = with_files(named_pictures(layout))
    in_vtt = read_vtt(vtt_bytes(layout, drawn), scale)
    in_pcio = read_pcio(pcio_bytes(layout, drawn), scale)
    for found in (in_vtt, in_pcio):
        assert_found(found, layout, 1 / scale, on_screen=True)
        assert all(-800 <= one.x * scale <= 800 for one in found)
        assert all(-360 <= one.y * scale <= 360 for one in found)


@pytest.mark.parametrize("slug", GAMES)
def test_a_package_has_every_piece_in_its_place(slug: str) -> None:
    """What is read from a package of Tabletop Playground is the layout: its rows as often as they
    are printed, each where the layout has it, and stacks in one place."""
    layout = layout_of(slug)
    files = ttpg_files(layout, with_files(named_pictures(layout)))
    (state,) = (name for name in files if name.endswith(".vts"))
    found = read_ttpg(files, state)
    middle = layout.left + layout.width / 2, layout.top + layout.height / 2
    wanted = Counter(
        (one.piece.partition("#")[0], round(one.x - middle[0]), round(one.y - middle[1]))
        for one in expected(layout)
    )
    assert Counter((one.piece, round(one.x), round(one.y)) for one in found) == wanted


@pytest.mark.parametrize("slug", GAMES)
def test_a_module_has_every_piece_in_its_place(slug: str) -> None:
    """What is read from a module of VASSAL is the layout, to a pixel; decks hold what is hidden."""
    layout = layout_of(slug, on_screen=True)
    found = read_vassal(vassal_bytes(layout, with_files(named_pictures(layout))), 100 / 25.4)
    wanted = {one.piece: one for one in expected(layout)}
    assert sorted(one.piece for one in found) == sorted(wanted)
    middle = layout.left + layout.width / 2, layout.top + layout.height / 2
    for one in found:
        want = wanted[one.piece]
        if one.inside == "die":
            continue
        in_bag = want.inside.startswith("bag:")
        in_deck = in_bag or (want.inside.startswith("pile:") and not want.face_up)
        assert (one.inside == "deck") == in_deck, one
        assert one.x == pytest.approx(want.x - middle[0], abs=0.3), one
        assert one.y == pytest.approx(want.y - middle[1], abs=0.3), one


def test_sprites_are_found_by_their_table() -> None:
    """Each cell of a sheet is the picture that the table says; sheets have 10 × 7 cells at most, or
    as many as asked for."""
    layout = layout_of("dragon-boats")
    pictures = draw_pictures(layout, 12)
    files = sprite_files(layout, pictures, (3, 2))
    rows = list(csv.DictReader(io.StringIO(files["sprites.csv"].decode())))
    fronts = {piece.row: piece.front for piece in layout.pieces()}
    cards = [row for row in rows if row["id"].startswith("bonus-cards/") and row["side"] == "front"]
    assert [row["sheet"][-5] for row in cards] == [str(n // 6 + 1) for n in range(26)]
    for row in cards[:8]:
        with (
            Pillow.open(io.BytesIO(files[f"sprites/{row['sheet']}"])) as sheet,
            Pillow.open(io.BytesIO(pictures.files[pictures.name(fronts[row["id"]])])) as face,
        ):
            left, top = int(row["column"]) * face.width, int(row["row"]) * face.height
            cell = sheet.crop((left, top, left + face.width, top + face.height))
            assert cell.tobytes() == face.tobytes()
    copies = {row["id"]: int(row["copies"]) for row in rows if row["side"] in ("front", "side-1")}
    boards = sum(piece.kind == "board" for piece in layout.pieces())
    assert sum(copies.values()) + boards == sum(1 for _ in layout.pieces())
    whole = sprite_files(layout, pictures, GRID)
    assert sum(name.startswith("sprites/bonus-cards-front") for name in whole) == 1


def test_pieces_of_several_sizes_have_sheets_of_their_own() -> None:
    """Pyramids of five sizes are one component; no sheet takes the place of another."""
    layout = layout_of("piecepack")
    pyramids = tuple(
        placed
        for placed in layout.placed
        if all(piece.row.startswith("piecepack-pyramids/") for piece in pieces_of(placed.thing))
    )
    few = replace(layout, placed=pyramids)
    files = sprite_files(few, draw_pictures(few, 12), GRID)
    rows = list(csv.DictReader(io.StringIO(files["sprites.csv"].decode())))
    assert len({(row["sheet"], row["number"]) for row in rows}) == len(rows) > 5
    assert {f"sprites/{row['sheet']}" for row in rows} | {"sprites.csv"} == set(files)
    assert sum(int(row["copies"]) for row in rows) == sum(1 for _ in few.pieces())


def test_an_export_is_complete(tmp_path: Path) -> None:
    """Each address in a save leads to a file beside it, whose name changes with its contents."""
    layout = layout_of("tea-garden", SIXTH)
    files = export_files(layout, "tts", ExportOptions(tmp_path / "a b"), 20)
    text = files["tea-garden.json"].decode()
    folder = f"file:///{(tmp_path / 'a b').as_posix().lstrip('/')}/"
    named = {name for name in files if f"{folder}{name}" in text}
    assert named == {name for name in files if name != "tea-garden.json"}
    pictures = {name: data for name, data in files.items() if "felt" not in name and ".png" in name}
    assert pictures
    for data in pictures.values():
        with Pillow.open(io.BytesIO(data)) as picture:
            assert picture.mode == "RGBA"
    again = export_files(layout, "tts", ExportOptions(tmp_path), 21)
    assert not pictures.keys() & again.keys()
    hosted = export_files(layout, "tts", ExportOptions(tmp_path, "https://example.org/tea/"), 20)
    assert "https://example.org/tea/" in hosted["tea-garden.json"].decode()
    assert "file:" not in hosted["tea-garden.json"].decode()


def test_a_die_has_its_six_sides() -> None:
    """The value that is up when a die is turned is the cell of its texture that then is on top."""
    layout = layout_of("dragon-river")
    save, files = tts_files(layout, named_pictures(layout), str)
    die = next(one for one in save["ObjectStates"] if "CustomMesh" in one)
    assert [value["Value"] for value in die["RotationValues"]] == list("123456")
    model = files[die["CustomMesh"]["MeshURL"]].decode().splitlines()
    corners = [tuple(map(float, line.split()[1:])) for line in model if line.startswith("v ")]
    cells = [tuple(map(float, line.split()[1:])) for line in model if line.startswith("vt ")]
    for number, value in enumerate(die["RotationValues"]):
        side = corners[4 * number : 4 * number + 4]
        # The game mirrors x when it reads a model.
        middle = [sum(axis) / 4 for axis in zip(*((-x, y, z) for x, y, z in side), strict=True)]
        assert _turned(middle, value["Rotation"]) == pytest.approx((0, 0.5, 0), abs=1e-6)
        places = cells[4 * number : 4 * number + 4]
        left, top = min(u for u, _ in places), 1 - max(v for _, v in places)
        assert (round(left * 3), round(top * 2)) == (number % 3, number // 3)


def _turned(point: list[float], rotation: dict[str, float]) -> tuple[float, float, float]:
    """A point after a turn about x or z by quarters, in a left-handed world."""
    x, y, z = point
    for _ in range(round(rotation["x"] / 90) % 4):
        y, z = -z, y
    for _ in range(round(rotation["z"] / 90) % 4):
        x, y = -y, x
    return x, y, z


def test_push_sends_a_script_with_the_save() -> None:
    """The game receives one message that runs a script; the script contains the whole save."""
    layout = layout_of("dragon-river")
    save, _ = tts_files(layout, named_pictures(layout), str)
    received: list[bytes] = []
    with socket.create_server(("127.0.0.1", 0)) as server:

        def listen() -> None:
            connection, _ = server.accept()
            with connection:
                while part := connection.recv(1 << 16):
                    received.append(part)

        listener = threading.Thread(target=listen)
        listener.start()
        push(save_bytes(save), port=server.getsockname()[1])
        listener.join(5)
    message = json.loads(b"".join(received))
    assert (message["messageID"], message["guid"]) == (3, "-1")
    assert json.dumps(save, ensure_ascii=False) in message["script"]
    assert "'dragon-river/'" in message["script"] or "dragon-river/]" in message["script"]


def test_push_without_the_game_says_so() -> None:
    """A port that nobody listens on is named, with what to do."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    with pytest.raises(CallError, match=f"does not answer on 127.0.0.1:{port}.*start it"):
        push(save_bytes({"ObjectStates": [], "SnapPoints": []}), port=port)


def test_a_text_with_brackets_stays_one_lua_string() -> None:
    """The save cannot end the Lua string that it stands in."""
    save = save_bytes({"ObjectStates": [{"GMNotes": "a/]]]=]"}], "SnapPoints": []})
    assert push_script(save).count("]==]") == 1


def test_the_command_writes_and_refuses(tmp_path: Path) -> None:
    """`printgen export` names the file to open; options that do not fit the target are refused."""

    def run(*arguments: str) -> Any:
        command = ["export", *arguments, "--cards", str(SIXTH), "--out", str(tmp_path)]
        return CliRunner().invoke(printgen, command)

    done = run("faces", "tea-garden", "--dpi", "30")
    assert done.exit_code == 0, done.output
    file = tmp_path / "tea-garden" / "faces" / "faces.csv"
    assert done.output.strip() == str(file)
    for row in csv.DictReader(io.StringIO(file.read_text(encoding="utf-8"))):
        with Pillow.open(file.parent / "faces" / row["sheet"]) as picture:
            assert picture.info["dpi"][0] == pytest.approx(30, abs=0.1)
    for arguments in (("vtt", "tea-garden", "--push"), ("pcio", "tea-garden", "--base-url", "x")):
        refused = run(*arguments)
        assert refused.exit_code != 0
        assert "tts" in refused.output
    for grid in ("0x7", "ten", "5x"):
        assert "such as 10x7" in run("sprites", "tea-garden", "--grid", grid).output
