"""Draw the game again whenever its files change, and notify the open pages."""

from __future__ import annotations

import logging
import os
import threading
import time
from collections import OrderedDict
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from companion.proof.checking import check_game
from companion.proof.model import Drawing, GameFiles, ProofFace, ProofPart, draw_game, draw_low_ink
from companion.proof.reuse import only_tables
from companion.rooms.broadcaster import Broadcaster, Subscription
from printgen.catalog.builtin import template_folders
from printgen.catalog.files import EDITIONS, files_below
from printgen.catalog.model import Game
from printgen.catalog.sets.folders import read_beside
from printgen.errors import Finding
from printgen.frame import Frame

POLL_SECONDS: Final = 0.02
"""Looking at a game's files takes less than a millisecond."""
CHECK_AFTER_SECONDS: Final = 0.5
"""Pages first show what was saved."""
CHANNEL: Final = "proof"
KEPT_PICTURES: Final = 4000
"""Pages that are slow to catch up, and comparisons of old and new, ask for earlier pictures."""


class Proof(Struct, frozen=True):
    """What pages show: the last good picture, and what is wrong with the files now.

    `before` maps a face's key to the hash of what it showed before its last change. `found` is
    what the checks found in the last picture that they have seen.
    """

    revision: int
    title: str
    game: Game | None
    parts: tuple[ProofPart, ...]
    mistakes: tuple[Finding, ...]
    before: dict[str, str]
    found: tuple[Finding, ...] = ()

    def part(self, name: str) -> ProofPart | None:
        return next((part for part in self.parts if part.id == name), None)


class Watcher:
    """The current proof of one game. `start` begins to watch; tests call `look` instead."""

    def __init__(self, files: GameFiles) -> None:
        self.files = files
        self._broadcaster = Broadcaster()
        self._lock = threading.Lock()
        self._pictures: OrderedDict[str, Frame] = OrderedDict()
        self._low_ink: tuple[Game | None, tuple[ProofPart, ...]] = (None, ())
        self._low_ink_lock = threading.Lock()
        self._seen: dict[str, tuple[int, int]] = {}
        self._changed: set[str] = set()
        """The files that have changed since the proof that is shown was drawn."""
        self._to_check = threading.Event()
        self.proof = Proof(0, files.slug, None, (), (), {})
        self.look()

    def start(self) -> None:
        threading.Thread(target=self._watch, name="watch", daemon=True).start()
        threading.Thread(target=self._check, name="check", daemon=True).start()

    def listen(self) -> Subscription:
        subscription = self._broadcaster.listen(CHANNEL)
        subscription.notify(self.proof.revision)
        return subscription

    def picture(self, digest: str) -> Frame | None:
        with self._lock:
            return self._pictures.get(digest)

    def look(self) -> bool:
        """Draw the game if its files have changed; return whether they have."""
        seen = _state_of(self.files)
        changed = {file for file, _ in seen.items() ^ self._seen.items()}
        if not changed:
            return False
        self._seen = seen
        self._changed |= changed
        before, tables_only = self.proof.parts, only_tables(self._changed)
        for drawing in draw_game(self.files, before, only_tables=tables_only):
            self._show(drawing)
        self._to_check.set()
        return True

    def low_ink(self) -> tuple[ProofPart, ...]:
        """The faces of the current proof in low ink, drawn when a page first asks for them."""
        proof = self.proof
        if proof.game is None:
            return ()
        with self._low_ink_lock:
            if self._low_ink[0] is not proof.game:
                self._low_ink = proof.game, draw_low_ink(proof.game)
            _, parts = self._low_ink
        self._keep(parts)
        return parts

    def _show(self, drawing: Drawing) -> None:
        self._keep(drawing.parts)
        with self._lock:
            last = self.proof
            is_good = not drawing.mistakes or not last.parts
            parts = drawing.parts if is_good else last.parts
            if not drawing.mistakes:
                self._changed.clear()
            before = _before(last, parts) if is_good else last.before
            game = drawing.game if is_good else last.game
            self.proof = Proof(
                last.revision + 1,
                last.title if game is None else game.title,
                game,
                parts,
                drawing.mistakes,
                before,
                last.found,
            )
        self._broadcaster.notify(CHANNEL, self.proof.revision)

    def _keep(self, parts: tuple[ProofPart, ...]) -> None:
        with self._lock:
            for part in parts:
                for face in part.faces:
                    self._pictures[face.digest] = face.frame
                    self._pictures.move_to_end(face.digest)
            shown = sum(len(part.faces) for part in parts)
            while len(self._pictures) > KEPT_PICTURES + shown:
                self._pictures.popitem(last=False)

    def show_found(self, found: tuple[Finding, ...]) -> None:
        with self._lock:
            if found == self.proof.found:
                return
            self.proof = replace(self.proof, revision=self.proof.revision + 1, found=found)
        self._broadcaster.notify(CHANNEL, self.proof.revision)

    def _watch(self) -> None:
        while True:
            time.sleep(POLL_SECONDS)
            try:
                self.look()
            except Exception:  # the next edit may repair what this one broke
                logging.getLogger(__name__).exception("the game could not be drawn")

    def _check(self) -> None:
        """Checks take longer than drawing, so they have a process of their own and run while
        nothing changes."""
        while True:
            self._to_check.wait()
            time.sleep(CHECK_AFTER_SECONDS)
            self._to_check.clear()
            found = check_game(self.files)
            if found is not None and not self._to_check.is_set():
                self.show_found(found)


def _before(last: Proof, parts: tuple[ProofPart, ...]) -> dict[str, str]:
    old = {face.key: face.digest for face in _every(last.parts)}
    before = dict(last.before)
    for face in _every(parts):
        digest = old.get(face.key, face.digest)
        if digest != face.digest:
            before[face.key] = digest
    return before


def _every(parts: tuple[ProofPart, ...]) -> list[ProofFace]:
    return [face for part in parts for face in part.faces]


def _state_of(files: GameFiles) -> dict[str, tuple[int, int]]:
    """Return the size and time of every file that the game is made of."""
    folders = (
        files.cards / files.slug,
        *read_beside(files.cards, files.slug),
        *template_folders(files.templates),
    )
    state = {}
    for folder in folders:
        for file in files_below(folder, without=EDITIONS):
            try:
                info = os.stat(file)  # noqa: PTH116 – a hundred files, many times a second
            except OSError:  # an editor's temporary file, or a broken link
                continue
            state[file] = (info.st_size, info.st_mtime_ns)
    return state
