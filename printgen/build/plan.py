"""List the units to build for the requested games and components."""

from __future__ import annotations

from collections.abc import Sequence

from printgen.build.files import Contents, read_manifest
from printgen.build.fingerprint import Fingerprints
from printgen.build.request import COMPLETE, Request, Unit
from printgen.errors import CallError, DataError, Finding, did_you_mean


def plan_units(
    request: Request,
    games: Sequence[str],
    wanted: Sequence[str],
    fingerprints: Fingerprints,
) -> tuple[list[Unit], tuple[Finding, ...]]:
    """Return a unit for each component, and one with all components if there are several.

    Raises CallError for a component that no game has.
    """
    units: list[Unit] = []
    findings: list[Finding] = []
    every: set[str] = set()
    for game in games:
        try:
            names = component_ids(game, request, fingerprints)
        except DataError as fault:
            findings.extend(fault.findings)
            continue
        every.update(names)
        asked = [name for name in names if not wanted or name in wanted]
        units.extend(Unit(game, (name,), name, request.formats) for name in asked)
        if not wanted and len(names) > 1 and "pdf" in request.formats:
            units.append(Unit(game, names, COMPLETE, ("pdf",)))
    for name in wanted:
        if name not in every and not findings:
            raise CallError(f"there is no component '{name}'{did_you_mean(name, every)}")
    return units, tuple(findings)


def component_ids(game: str, request: Request, fingerprints: Fingerprints) -> tuple[str, ...]:
    """Return a game's components, from the manifest if its files are unchanged."""
    known = read_manifest(request.out / game).contents
    if known is not None and known == Contents.of(fingerprints.game(game), known.components):
        return known.components
    from printgen.build.game_build import open_game

    loaded, findings = open_game(game, request)
    if not loaded.components:
        findings.raise_errors()
    return tuple(component.id for component in loaded.components)
