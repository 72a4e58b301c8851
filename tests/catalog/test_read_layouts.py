"""Themes, fonts, templates and pictures."""

from __future__ import annotations

import io
import math
import zlib
from collections.abc import Mapping
from pathlib import Path

import pytest
from PIL import Image

from printgen.catalog.images import read_image
from printgen.catalog.model import Node
from printgen.errors import DataError
from printgen.ink import Color
from tests.catalog.game_folder import GameFolder


def test_the_theme(game_folder: GameFolder) -> None:
    """A game's theme changes single keys of what it extends."""
    theme = game_folder.sound().theme
    title = theme.text["title"]
    assert (title.size_pt, title.smallest_pt, title.colour, title.bold) == (11, 9, "blue", True)
    assert theme.colours["ink"].full == Color(0x1C, 0x1B, 0x1A)
    assert theme.colours["ink"].low == theme.colours["ink"].full
    assert theme.outline_width == 0.4


def test_typefaces_are_made_once(game_folder: GameFolder) -> None:
    """One font file is one Typeface, named by its stem."""
    first, second = game_folder.sound().theme, game_folder.sound().theme
    (body,) = first.fonts["body"]
    assert body.regular is second.fonts["body"][0].regular
    assert body.regular.name == "SourceSansPro-Regular"
    assert body.bold_italic.name == "SourceSansPro-BoldIt"
    assert body.bold_italic.bold
    assert body.bold_italic.italic
    assert body.regular.width("tea") > 0
    (black,) = first.fonts["number"]
    assert black.bold is black.regular


def test_a_game_without_a_theme_is_plain(game_folder: GameFolder) -> None:
    """a game does not need a theme of its own"""
    (game_folder.game / "theme.yaml").unlink()
    game_folder.edit("goods.csv", "straw", "yellow")
    assert game_folder.sound().theme.name == "plain"


def test_an_unknown_theme(game_folder: GameFolder) -> None:
    """a misspelt theme causes no other findings"""
    (game_folder.game / "theme.yaml").unlink()
    game_folder.edit("game.yaml", "players:", "theme: plian\nplayers:")
    assert game_folder.only_fault() == (
        "cards/harbour/game.yaml, row 5, column 1, field 'theme': unknown theme 'plian'"
        " (did you mean 'plain'?)"
    )


def test_two_themes(game_folder: GameFolder) -> None:
    """a theme may be named in one place only"""
    game_folder.edit("game.yaml", "players:", "theme: plain\nplayers:")
    assert "move this key there as 'extends: plain'" in game_folder.only_fault()


def test_themes_in_a_loop(game_folder: GameFolder) -> None:
    """a loop of extending themes is reported"""
    game_folder.write("themes/a.yaml", "extends: b\n", shared=True)
    game_folder.write("themes/b.yaml", "extends: a\n", shared=True)
    game_folder.edit("theme.yaml", "extends: plain", "extends: a")
    assert "themes extend in a loop: theme → a → b → a" in game_folder.faults()[0]


BROKEN_THEME = [
    ("extends: plain", "extends: plane", "unknown theme 'plane' (did you mean 'plain'?)"),
    ("colour: blue", "colour: bleu", "unknown colour 'bleu' (did you mean 'blue'?)"),
    ("size: 11", "font: titel", "unknown font role 'titel' (did you mean 'title'?)"),
    ("size: 11", "size: big", "must be a number, not 'big'"),
    ("size: 11", "smallest: 13", "'smallest' (13) is more than the size"),
    ("size: 11", "sise: 11", "unknown key 'sise' (did you mean 'size'?)"),
    ("#d8b365", "#d8b36", "'#d8b36' must be a colour like '#1c1b1a'"),
    (
        "text:",
        "fonts: {title: Source Serif Por}\ntext:",
        "unknown font 'Source Serif Por' (did you mean 'Source Serif Pro'?)",
    ),
]


@pytest.mark.parametrize(("old", "new", "message"), BROKEN_THEME)
def test_a_broken_theme(game_folder: GameFolder, old: str, new: str, message: str) -> None:
    """a mistake in a theme is reported at its place"""
    game_folder.edit("theme.yaml", old, new)
    faults = game_folder.faults()
    assert any(message in fault for fault in faults), faults
    assert faults[0].startswith("cards/harbour/theme.yaml, row ")


BROKEN_FONTS = [
    ("{package: no_such_fonts, regular: A.ttf}", "the font package 'no_such_fonts' is not"),
    ("{package: '../x', regular: A.ttf}", "the font package '../x' is not installed"),
    ("{regular: A.ttf}", "the file 'A.ttf' does not exist"),
    ("{regular: ../A.ttf}", "is outside the game's folder"),
    ("{regular: notes.ttf}", "'notes.ttf' is not a font; use a .ttf, .otf or .ttc file"),
    ("{}", "the key 'regular' is missing"),
    ("{package: font_source_sans_pro, regular: A.ttf, axes: {wght: 1}}", "does not exist"),
    (
        "{package: font_source_sans_pro, regular: SourceSansPro-ExtraLight.ttf, axes: {wght: 500}}",
        "is not a variable font",
    ),
    (
        "{package: font_source_sans_pro, regular: SourceSansPro-ExtraLight.ttf#2}",
        "has only 1 face, not 2",
    ),
    ("{system: true, regular: NoSuchFont.ttf}", "the system has no font file 'NoSuchFont.ttf'"),
    (
        "{system: true, package: font_source_sans_pro, regular: A.ttf}",
        "in a package or among the system's fonts, not both",
    ),
    (
        "{package: font_source_sans_pro, regular: SourceSansPro-Regular.ttf}",
        "already belongs to the family 'Source Sans Pro'",
    ),
]


@pytest.mark.parametrize(("family", "message"), BROKEN_FONTS)
def test_broken_fonts(game_folder: GameFolder, family: str, message: str) -> None:
    """a font that cannot be used is reported"""
    game_folder.write("fonts/notes.ttf", "hello")
    game_folder.write("fonts.yaml", f"families:\n  Mine: {family}\n")
    game_folder.edit("theme.yaml", "text:", "fonts: {title: Mine}\ntext:")
    assert message in game_folder.only_fault()


def test_a_font_of_the_game(game_folder: GameFolder) -> None:
    """A game can bring a font file of its own."""
    face = game_folder.sound().theme.fonts["body"][0].regular
    game_folder.write("fonts/Mine.ttf", face.file.read_bytes())
    game_folder.write("fonts.yaml", "families:\n  Mine: {regular: Mine.ttf}\n")
    game_folder.edit("theme.yaml", "text:", "fonts: {title: Mine}\ntext:")
    (own,) = game_folder.sound().theme.fonts["title"]
    assert own.bold_italic.name == "Mine"


PARENT = """
size: [50, 80]
bleed: 3
elements:
  - {name: frame, kind: box, width: 1}
  - {kind: line}
  - {name: title, kind: text, text: old}
  - {name: gone, kind: text}
"""
CHILD = """
extends: parent
bleed: 2
elements:
  - {name: title, text: new}
  - {name: gone, remove: true}
  - {name: extra, kind: icon}
"""


def plain(node: Node) -> dict[str, object]:
    assert isinstance(node.value, Mapping)
    return {name: child.value for name, child in node.value.items()}


def test_extends(game_folder: GameFolder) -> None:
    """A child changes, drops and adds elements, in place."""
    game_folder.write("parent.yaml", PARENT, shared=True)
    game_folder.write("templates/coin.yaml", CHILD)
    template = game_folder.sound().components[4].template
    assert template is not None
    assert (template.width, template.height, template.bleed) == (50, 80, 2)
    assert [plain(element) for element in template.elements] == [
        {"name": "frame", "kind": "box", "width": 1},
        {"kind": "line"},
        {"name": "title", "kind": "text", "text": "new"},
        {"name": "extra", "kind": "icon"},
    ]
    title = template.elements[2].value
    assert isinstance(title, Mapping)
    assert title["text"].place.file == "cards/harbour/templates/coin.yaml"
    assert title["kind"].place.file == "templates/parent.yaml"


def test_own_templates_win(game_folder: GameFolder) -> None:
    """A game may hide a shared template and still extend it."""
    game_folder.write("coin.yaml", "size: [30, 30]\nelements: [{kind: box}]\n", shared=True)
    game_folder.write("templates/coin.yaml", "extends: coin\nbleed: 1\n")
    template = game_folder.sound().components[4].template
    assert template is not None
    assert (template.width, template.bleed, len(template.elements)) == (30, 1, 1)


@pytest.mark.parametrize(
    ("size", "made"),
    [
        ("poker", (63.5, 88.9, "rectangle")),
        ("Tarot", (69.85, 120.65, "rectangle")),
        ("circle", (88.9, 88.9, "circle")),
        ("hex", (82.55, 95.32, "hex")),
        ("[2.5in, 3.5in]", (63.5, 88.9, "rectangle")),
        ("[4.2cm, 1 in]", (42, 25.4, "rectangle")),
    ],
)
def test_sizes_by_name_and_in_inches(
    game_folder: GameFolder, size: str, made: tuple[float, float, str]
) -> None:
    """A size is a name, which may bring its shape, or lengths with or without a unit."""
    game_folder.write("templates/coin.yaml", f"size: {size}\nbleed: 0.125in\ncorner: 2mm\n")
    template = game_folder.sound().components[4].template
    assert template is not None
    assert (template.width, template.height, template.shape) == made
    assert (template.bleed, template.corner) == (3.175, 2)


def test_sizes_of_other_templates(game_folder: GameFolder) -> None:
    """A folder of templates may have its own list of sizes."""
    game_folder.write("sizes.yaml", "chit: {width: 19, height: 12}", shared=True)
    game_folder.write("templates/coin.yaml", "size: chit\n")
    template = game_folder.sound().components[4].template
    assert template is not None
    assert (template.width, template.height) == (19, 12)
    game_folder.write("sizes.yaml", "chit: {width: 19, height: 0}", shared=True)
    assert "templates/sizes.yaml, row 1" in game_folder.faults()[0]


BROKEN_TEMPLATE = [
    ("extends: board\n", "extend in a loop: board → coin → board"),
    ("extends: coin\n", "extend in a loop: coin → coin"),
    ("extends: bord\n", "unknown template 'bord' (did you mean 'board'?)"),
    ("size: [25, -25]\n", "must be more than 0, not -25"),
    ("size: [25, 0]\n", "must be more than 0, not 0"),
    ("size: [25]\n", "must have 2 items, not 1"),
    ("size: 25\n", "must be a list or text, not the number 25"),
    ("size: pokre\n", "there is no size 'pokre' (did you mean 'poker'?)"),
    ("size: [2.5ft, 25]\n", "'2.5ft' must be a number of mm, or a length such as 2.5in"),
    ("size: [0in, 25]\n", "width and height must be more than 0, up to 5000 mm"),
    ("size: [-2in, 25]\n", "'-2in' must be a number of mm, or a length such as 2.5in"),
    ("bleed: 2\n", "the template needs a size"),
    ("size: [25, 25]\nbleed: -1\n", "must be at least 0, not -1"),
    ("size: [25, 25]\nsafe: 13\n", "the safe zone covers the whole piece"),
    ("size: [25, 25]\ncorner: 13\n", "the corner is too large; the limit is 12.5 mm"),
    ("size: [25, 26]\nshape: circle\n", "a circle must be as wide as it is high, not 25 × 26"),
    ("size: [60, 51.96]\nshape: hex\n", "use the size [45.00, 51.96]"),
    ("size: [51.96, 60]\nshape: hex\npointy: false\n", "use the size [51.96, 45.00]"),
    ("size: [25, 25]\nshape: hexx\n", "'hexx' is not one of the choices (did you mean 'hex'?)"),
    ("size: [25, 25]\nshape: path\n", "the shape 'path' needs an outline"),
    ("size: [25, 25]\nshape: path\noutline: M0 0 L\n", "the path data ends too early"),
    ("size: [25, 25]\nshape: path\noutline: M0 0 L9 9\n", "the outline does not enclose an area"),
    ("size: [25, 25]\noutline: M0 0h1v1z\n", "an outline needs 'shape: path'"),
    ("size: [25, 25]\nelments: []\n", "unknown key 'elments' (did you mean 'elements'?)"),
    ("size: [25, 25]\nelements: [text]\n", "must be a mapping, not 'text'"),
    ("size: [25, 25]\nelements: [{name: a}, {name: a}]\n", "two elements of this template have"),
    ("size: [25, 25]\nelements: [{name: 1}]\n", "an element's name must be text"),
    ("size: [25, 25]\nelements: [{name: a, remove: true}]\n", "there is no element 'a' to remove"),
    ("size: [25, 25]\nelements: [{remove: true}]\n", "'remove' needs the name of the element"),
    ("size: [25, 25]\nelements: [{name: a, remove: 1}]\n", "must be true or left out"),
    ("", "the file is empty"),
]


@pytest.mark.parametrize(("content", "message"), BROKEN_TEMPLATE)
def test_a_broken_template(game_folder: GameFolder, content: str, message: str) -> None:
    """a mistake in a template is reported once, for that file"""
    game_folder.write("templates/board.yaml", "extends: coin\nsize: [400, 300]\nshape: rectangle\n")
    if "extends: board" not in content:
        game_folder.write("templates/board.yaml", "size: [400, 300]\n")
    game_folder.write("templates/coin.yaml", content)
    fault = game_folder.only_fault()
    assert message in fault
    assert "cards/harbour/templates/" in fault


@pytest.mark.parametrize("pointy", [True, False])
def test_regular_hexes_pass(game_folder: GameFolder, pointy: bool) -> None:
    """a hex may be pointy or flat, within a hundredth"""
    wide, across = 60.0, 60 * math.sqrt(3) / 2 * 1.009
    size = [across, wide] if pointy else [wide, across]
    flag = str(pointy).lower()
    game_folder.write("templates/sea.yaml", f"size: {size}\nshape: hex\npointy: {flag}\n")
    template = game_folder.sound().components[3].template
    assert template is not None
    assert template.shape == "hex"


def picture(kind: str, size: tuple[int, int] = (40, 30)) -> bytes:
    stream = io.BytesIO()
    Image.effect_noise(size, 50).save(stream, kind)
    return stream.getvalue()


@pytest.mark.parametrize(
    ("kind", "name"), [("PNG", "a.png"), ("JPEG", "a.jpg"), ("WEBP", "a.webp")]
)
def test_pictures(game_folder: GameFolder, kind: str, name: str) -> None:
    """a valid picture has a size and a digest of its content"""
    game_folder.write(f"art/photos/{name}", picture(kind))
    art = game_folder.sound().art
    image = art.image("photos/a")
    assert (image.pixel_width, image.pixel_height) == (40, 30)
    assert len(image.digest) == 64
    with pytest.raises(DataError, match=r"unknown picture 'photo/a'.*did you mean 'photos/a'"):
        art.image("photo/a")


BROKEN_PICTURES = [
    pytest.param(b"", "the file is empty", id="empty"),
    pytest.param(b"hello", "not a PNG, JPEG or WebP picture", id="text"),
    pytest.param(picture("GIF"), "not a PNG, JPEG or WebP picture", id="other kind"),
    pytest.param(picture("PNG")[:-200], "the picture is damaged", id="cut PNG"),
    pytest.param(picture("JPEG")[:-200], "the picture is damaged", id="cut JPEG"),
    pytest.param(picture("WEBP")[:-200], "the picture is damaged|not a PNG", id="cut WebP"),
]


@pytest.mark.parametrize(("content", "message"), BROKEN_PICTURES)
def test_broken_pictures(tmp_path: Path, content: bytes, message: str) -> None:
    """only intact PNG, JPEG and WebP files are accepted"""
    (tmp_path / "a.png").write_bytes(content)
    with pytest.raises(DataError, match=message):
        read_image(tmp_path / "a.png", "a.png")


@pytest.mark.parametrize(("side", "message"), [(9_000, "81 megapixels"), (60_000, "far too many")])
def test_decompression_bombs(tmp_path: Path, side: int, message: str) -> None:
    """a small file with a huge picture is rejected without decoding it"""
    (tmp_path / "a.png").write_bytes(_png(side))
    with pytest.raises(DataError, match=message):
        read_image(tmp_path / "a.png", "a.png")


def _png(side: int) -> bytes:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return (
            len(data).to_bytes(4, "big") + kind + data + zlib.crc32(kind + data).to_bytes(4, "big")
        )

    size = side.to_bytes(4, "big") * 2
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", size + b"\x08\x00\x00\x00\x00")
        + chunk(b"IDAT", zlib.compress(b"\0"))
        + chunk(b"IEND", b"")
    )


def test_a_missing_and_a_huge_picture(tmp_path: Path) -> None:
    """a missing or oversized file is reported without reading it"""
    with pytest.raises(DataError, match="does not exist"):
        read_image(tmp_path / "a.png", "a.png")
    with (tmp_path / "a.png").open("wb") as stream:
        stream.truncate(100_000_000)
    with pytest.raises(DataError, match=r"100\.0 MB, but the limit is 50 MB"):
        read_image(tmp_path / "a.png", "a.png")


def test_two_pictures_of_one_name(game_folder: GameFolder) -> None:
    """two pictures cannot share a name"""
    game_folder.write("art/a.png", picture("PNG"))
    game_folder.write("art/a.jpg", picture("JPEG"))
    assert "the name 'a' is already taken by 'a.jpg'" in game_folder.only_fault()
