"""Takes a face, gives everything about it that would not print, cut or read well."""

from __future__ import annotations

from printgen.check.bleed import check_bleed
from printgen.check.legible import check_contrast, check_type_size
from printgen.check.pictures import check_images, check_qr_codes
from printgen.check.safe import check_safe_zone
from printgen.check.scene import Scene
from printgen.errors import Finding
from printgen.frame import Frame

CHECKS = (
    check_type_size,
    check_contrast,
    check_safe_zone,
    check_bleed,
    check_images,
    check_qr_codes,
)


def check_face(frame: Frame) -> list[Finding]:
    scene = Scene(frame)
    return list(dict.fromkeys(finding for check in CHECKS for finding in check(scene)))
