"""Pictures of faces, asked for by many phones at once."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from companion.gallery import Library
from companion.raster import frame_pdf
from printgen.catalog.places import builtin_cards, builtin_templates


def test_phones_that_ask_at_once_get_whole_pictures() -> None:
    """This test ensures that pages drawn on many threads are the pages drawn one by one."""
    shelf = Library(builtin_cards(), builtin_templates()).shelf("dragon-boats")
    faces = [shelf.face(f"bonus-cards/{letter}") for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"]
    frames = [face for face in faces if face is not None]
    assert len(frames) > 20
    alone = [frame_pdf(frame, frame.name) for frame in frames]
    with ThreadPoolExecutor(16) as threads:
        together = list(threads.map(lambda frame: frame_pdf(frame, frame.name), frames * 4))
    assert together == alone * 4
