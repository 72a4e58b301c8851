"""Run every check on a face."""

from __future__ import annotations

from printgen.check.bleed import check_bleed
from printgen.check.frames import check_frames
from printgen.check.legible import (
    check_contrast,
    check_pictured_type_size,
    check_type_size,
)
from printgen.check.overlap import check_overlap
from printgen.check.pictures import check_images, check_qr_codes
from printgen.check.safe import check_safe_zone
from printgen.check.scene import Scene
from printgen.errors import Finding
from printgen.frame import Frame

CHECKS = (
    check_type_size,
    check_contrast,
    check_overlap,
    check_safe_zone,
    check_bleed,
    check_frames,
    check_images,
    check_qr_codes,
)


def check_face(frame: Frame) -> list[Finding]:
    scene = Scene(frame)
    return list(dict.fromkeys(finding for check in CHECKS for finding in check(scene)))


def check_booklet_page(frame: Frame) -> list[Finding]:
    """Run the checks for booklet pages, in addition to those for every face."""
    return list(check_pictured_type_size(Scene(frame)))
