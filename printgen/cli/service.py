"""Build and check games for a print service."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from printgen.build.icc import profile_for
from printgen.build.request import Request
from printgen.build.service_check import check_for
from printgen.build.service_files import ServiceBuilt, write_order
from printgen.catalog.folders import Folders
from printgen.catalog.services import load_service
from printgen.errors import CallError, DataError, Finding, Location


def build_orders(
    name: str,
    request: Request,
    games: Sequence[str],
    components: tuple[str, ...],
    icc: Path | None,
) -> str:
    """Write the orders of the games and describe them; raise DataError with every mistake."""
    service = load_service(name, request.templates)
    profile = None if service.press is None else profile_for(service, icc)
    lines: list[str] = []
    findings: list[Finding] = []
    for game in games:
        try:
            lines.append(_text(write_order(game, service, request, components, profile)))
        except DataError as fault:
            findings.extend(fault.findings)
    if findings:
        raise DataError(findings)
    return "\n".join(lines)


def _text(order: ServiceBuilt) -> str:
    built = order.built
    state = "unchanged" if built.unchanged else "built"
    head = f"{built.unit.game}: {len(built.files)} files in {order.folder} ({state})"
    return "\n".join([head, *(f"  {note}" for note in order.notes)])


def check_orders(
    name: str, folders: Folders, games: Sequence[str], icc: Path | None, language: str
) -> tuple[Finding, ...]:
    """Return what a service would reject. Without an ICC profile, ink is not checked, which is
    a finding as well."""
    service = load_service(name, folders.templates)
    profile: bytes | None = None
    unchecked: tuple[Finding, ...] = ()
    if service.press is not None:
        try:
            profile = profile_for(service, icc)
        except CallError as fault:
            if icc is not None:
                raise
            place = Location(f"services/{service.name}.yaml")
            message = f"ink is not checked: {fault}"
            unchecked = (Finding(place, message, "ink", is_error=False),)
    found = check_for(service, folders.cards, folders.templates, games, profile, language)
    return (*found, *unchecked)
