"""Find a game's folder as it is, or as it was in a revision of its git repository."""

from __future__ import annotations

import io
import subprocess
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec import Struct

from printgen.catalog.builtin import builtin_templates
from printgen.errors import CallError


class GameFolder(Struct, frozen=True):
    """Where a state of a game is, and what to call it."""

    cards: Path
    slug: str
    templates: Path
    label: str


@contextmanager
def game_folder(text: str) -> Iterator[GameFolder]:
    """Yield the folder that `cards/harbour` or `cards/harbour@v3` names; the latter is the folder
    in the revision v3. Raises CallError if there is none."""
    path, _, revision = text.partition("@")
    if not revision or Path(text).is_dir():
        yield _existing(Path(text), text)
        return
    with TemporaryDirectory() as folder:
        yield _extracted(Path(path), revision, Path(folder), text)


def _existing(folder: Path, label: str) -> GameFolder:
    if not (folder / "game.yaml").is_file():
        raise CallError(f"{folder} is not a game's folder: it has no game.yaml")
    whole = folder.resolve()
    beside = whole.parent.parent / "templates"
    templates = beside if beside.is_dir() else builtin_templates()
    return GameFolder(whole.parent, whole.name, templates, label)


def _extracted(folder: Path, revision: str, target: Path, label: str) -> GameFolder:
    """Write the game's folder, and the templates beside its cards, as they were."""
    if revision.startswith("-"):
        raise CallError(f"'{revision}' is not a revision")
    start = folder.parent if folder.parent.is_dir() else Path()
    top = Path(_git(start, "rev-parse", "--show-toplevel").decode().strip())
    whole = folder.resolve()
    if not whole.is_relative_to(top.resolve()):
        raise CallError(f"{folder} is not in the git repository {top}")
    inside = whole.relative_to(top.resolve())
    if not _git(top, "ls-tree", "--name-only", revision, "--", f"{inside.as_posix()}/game.yaml"):
        raise CallError(f"{inside.as_posix()} has no game.yaml in revision {revision}")
    wanted = [inside.as_posix()]
    templates = inside.parent.parent / "templates"
    if _git(top, "ls-tree", "--name-only", revision, "--", templates.as_posix()):
        wanted.append(templates.as_posix())
    data = _git(top, "archive", "--format=tar", revision, "--", *wanted)
    with tarfile.open(fileobj=io.BytesIO(data)) as archive:
        archive.extractall(target, filter="data")
    own = target / templates
    return GameFolder(
        target / inside.parent,
        inside.name,
        own if own.is_dir() else builtin_templates(),
        label,
    )


def _git(folder: Path, *arguments: str) -> bytes:
    try:
        done = subprocess.run(  # noqa: S603
            ["git", "-C", str(folder), *arguments],  # noqa: S607
            capture_output=True,
            check=True,
        )
    except FileNotFoundError:
        raise CallError("git is not installed; compare two folders instead") from None
    except subprocess.CalledProcessError as fault:
        reason = fault.stderr.decode(errors="replace").strip().removeprefix("fatal: ")
        raise CallError(f"git: {reason.splitlines()[0] if reason else 'failed'}") from None
    return done.stdout
