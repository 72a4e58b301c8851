"""Reading howto.yaml."""

from __future__ import annotations

from printgen.draw.component import make_draw_context
from printgen.draw.story.howto import draw_howto
from printgen.errors import Findings
from tests.catalog.game_folder import GameFolder

STEP = "- {{title: Step {0}, text: Go., face: ships/gull}}\n"


def steps(count: int) -> str:
    return "".join(STEP.format(number) for number in range(count))


def test_a_game_needs_no_howto(game_folder: GameFolder) -> None:
    """A game without howto.yaml has no steps and no mistakes."""
    assert game_folder.sound().howto == ()


def test_faces_templates_and_art_are_drawn(game_folder: GameFolder) -> None:
    """A step shows a printed face, a template with constants, or art."""
    game_folder.write(
        "templates/figure.yaml", "size: [40, 20]\nelements: [{circle: [9, 9, '{r}'], fill: ink}]"
    )
    drawn = "- {title: A, text: Go., picture: figure, constants: {r: 5}}\n"
    drawn += "- {title: B, text: Go., picture: figure, constants: {r: 7}}\n"
    game_folder.write("howto.yaml", steps(2) + drawn)
    game, findings = game_folder.sound(), Findings()
    frames = draw_howto(game, make_draw_context(game, "full", None), findings)
    assert not findings
    assert [step.title for step in game.howto] == ["Step 0", "Step 1", "A", "B"]
    assert [frame is not None and frame.width for frame in frames][2:] == [40, 40]
    assert len({frame.dump() for frame in frames if frame}) == 3


def test_every_mistake_is_reported(game_folder: GameFolder) -> None:
    """Each mistake in the file is reported with its row, its column and what was meant."""
    game_folder.write(
        "howto.yaml",
        "- title: One\n  text: Go.\n  face: ships/gul\n"
        "- title: Two\n  txt: Go.\n  face: ships/gull\n"
        "- title: Three\n  text: Go.\n"
        "- title: Four\n  text: Go.\n  picture: shipp\n"
        "- title: Five\n  text: Go.\n  face: ships/gull\n  constants: {r: 1}\n",
    )
    where = "cards/harbour/howto.yaml, row "
    faults = "\n".join(game_folder.faults())
    for fault in (
        "3, column 3, field 'face': there is no face 'ships/gul' (did you mean 'ships/gull'?)",
        "5, column 3: unknown key 'txt' (did you mean 'text'?)",
        "7, column 3: this is not a kind of picture (known: face, picture, art)",
        "11, column 3, field 'picture': there is no template 'shipp' (did you mean 'ship'?)",
        "15, column 3: unknown key 'constants'",
    ):
        assert f"{where}{fault}" in faults


def test_a_minute_has_room_for_six_steps(game_folder: GameFolder) -> None:
    """Fewer than four steps leave something out, and more than six are not read."""
    for count in (3, 7):
        game_folder.write("howto.yaml", steps(count))
        assert game_folder.only_fault() == (
            f"cards/harbour/howto.yaml: has {count} steps; 4 to 6 are read in a minute"
        )
    game_folder.write("howto.yaml", steps(6))
    assert len(game_folder.sound().howto) == 6
