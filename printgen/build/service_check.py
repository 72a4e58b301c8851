"""Check games for a print service before any money is spent."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec.structs import replace

from printgen.build.preflight import distinct_sides
from printgen.build.service_order import OrderLine, plan_order
from printgen.catalog.load import load_game
from printgen.catalog.services import Service
from printgen.catalog.translations.codes import ENGLISH
from printgen.catalog.translations.translated import check_translation, translated
from printgen.check.faces import check_face
from printgen.check.ink import check_ink
from printgen.draw.component import make_draw_context
from printgen.errors import Finding, Findings, Subject
from printgen.export.separation import Separation
from printgen.sheet.canvas import trimmed


def check_for(
    service: Service,
    cards: Path,
    templates: Path,
    games: Sequence[str],
    icc: bytes | None = None,
    language: str = ENGLISH,
) -> tuple[Finding, ...]:
    """Return what the service would reject, and what it cannot print at all; with the profile of
    its press, also the colours that take too much ink."""
    findings = Findings()
    press = service.press
    separation = None if press is None or icc is None else Separation(icc, press.max_ink)
    for slug in games:
        game = load_game(slug, cards, templates, findings)
        if game is None or not game.is_complete:
            continue
        check_translation(game, language, findings)
        game = translated(game, language)
        order = plan_order(game, service, make_draw_context(game, "full", None), findings)
        for line in order.lines:
            findings.extend(_check_line(line, service))
            if separation is not None and press is not None:
                findings.extend(_check_ink(line, service.title, press.max_ink, separation))
        for component, reason in order.left_out:
            findings.warn(component.place, f"'{component.id}' is left out: {reason}", "service")
    return tuple(findings)


def _check_line(line: OrderLine, service: Service) -> Iterator[Finding]:
    if abs(line.fit.scale - 1) > 0.005:
        product = line.fit.product
        message = (
            f"'{line.component.id}' is printed at {line.fit.scale:.0%} of its size on"
            f" '{product.name}'"
        )
        yield Finding(line.component.place, message, "service", is_error=False)
    if line.panels:
        subject = Subject(line.component.id, "full")
        for panel in line.panels:
            for finding in check_face(panel):
                yield replace(finding, subject=subject)
        return
    for side, template, frame in distinct_sides(line.component, line.faces):
        subject = Subject(line.component.id, "full", side, template)
        for finding in check_face(trimmed(frame, line.fit, service.safe)):
            yield replace(finding, subject=subject)


def _check_ink(
    line: OrderLine, title: str, limit: float, separation: Separation
) -> Iterator[Finding]:
    for side, template, frame in distinct_sides(line.component, line.faces):
        subject = Subject(line.component.id, "full", side, template)
        for finding in check_ink(frame, limit, title, separation.wanted_ink):
            yield replace(finding, subject=subject)
