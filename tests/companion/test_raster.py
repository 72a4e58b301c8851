"""Pictures of faces, requested by many phones at once."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from companion.pictures.library import Library
from companion.pictures.raster import frame_pdf
from printgen.catalog.builtin import builtin_cards, builtin_templates


def test_phones_that_ask_at_once_get_whole_pictures() -> None:
    """Pictures drawn on many threads equal those drawn one by one."""
    printed = Library(builtin_cards(), builtin_templates()).printed("dragon-boats")
    faces = [printed.face(f"bonus-cards/{letter}") for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"]
    frames = [face for face in faces if face is not None]
    assert len(frames) > 20
    alone = [frame_pdf(frame, frame.name) for frame in frames]
    with ThreadPoolExecutor(16) as threads:
        together = list(threads.map(lambda frame: frame_pdf(frame, frame.name), frames * 4))
    assert together == alone * 4
