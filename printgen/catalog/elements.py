"""Merge the elements of a template with those of the template it extends."""

from __future__ import annotations

from collections.abc import Mapping

from printgen.catalog.model import Node
from printgen.errors import Findings, did_you_mean


def merge_elements(
    parent: tuple[Node, ...], child: tuple[Node, ...], findings: Findings
) -> tuple[Node, ...]:
    """Return the parent's elements with the child's changes.

    A child's element changes the keys of the parent's element of the same name, in its place;
    `remove: true` drops it; all other elements come after the parent's, and so lie on top.
    """
    merged: dict[str | int, Node] = {}
    for index, node in enumerate(parent):
        merged[_name(node) or index] = node
    inherited = {name for name in merged if isinstance(name, str)}
    seen: set[str] = set()
    for index, node in enumerate(child, start=len(parent)):
        name = _named(node, seen, findings)
        pairs = _pairs(node)
        if "remove" in pairs:
            _remove(node, name, inherited, merged, findings)
        elif name in inherited:
            merged[name] = Node({**_pairs(merged[name]), **pairs}, node.place)
        else:
            merged[name or index] = node
    return tuple(merged.values())


def _pairs(node: Node) -> Mapping[str, Node]:
    return node.value if isinstance(node.value, Mapping) else {}


def _name(node: Node) -> str | None:
    name = _pairs(node).get("name")
    return name.value if name is not None and isinstance(name.value, str) else None


def _named(node: Node, seen: set[str], findings: Findings) -> str | None:
    """Return the element's name if it is text and unique in its file."""
    given = _pairs(node).get("name")
    name = _name(node)
    if given is not None and not name:
        findings.error(given.place, "an element's name must be text")
        return None
    if name is None:
        return None
    if name in seen:
        findings.error(
            node.place, f"two elements of this template have the name '{name}'; rename one"
        )
        return None
    seen.add(name)
    return name


def _remove(
    node: Node,
    name: str | None,
    inherited: set[str],
    merged: dict[str | int, Node],
    findings: Findings,
) -> None:
    if _pairs(node)["remove"].value is not True:
        findings.error(_pairs(node)["remove"].place, "must be true or left out")
    elif name is None:
        findings.error(node.place, "'remove' needs the name of the element to remove")
    elif name not in inherited:
        hint = did_you_mean(name, inherited)
        findings.error(node.place, f"there is no element '{name}' to remove{hint}")
    else:
        merged.pop(name, None)
