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
from printgen.draw.component import make_draw_context
from printgen.errors import Finding, Findings, Subject
from printgen.sheet.canvas import trimmed


def check_for(
    service: Service, cards: Path, templates: Path, games: Sequence[str], language: str = ENGLISH
) -> tuple[Finding, ...]:
    """Return what the service would reject, and what it cannot print at all."""
    findings = Findings()
    for slug in games:
        game = load_game(slug, cards, templates, findings)
        if game is None or not game.is_complete:
            continue
        check_translation(game, language, findings)
        game = translated(game, language)
        order = plan_order(game, service, make_draw_context(game, "full", None), findings)
        for line in order.lines:
            findings.extend(_check_line(line, service))
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
    for side, template, frame in distinct_sides(line.component, line.faces):
        subject = Subject(line.component.id, "full", side, template)
        for finding in check_face(trimmed(frame, line.fit, service.safe)):
            yield replace(finding, subject=subject)
