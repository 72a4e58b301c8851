"""The arguments of a setup: given in a game's metadata, drawn from its seed, or defaults.

A setup file declares them in its metadata, and its movetext names their parts as macros:

    Arguments:
      Coins: {Parts: ranks, Count: 24}        # a game gives `Coins: n45a5n/3a2243/…`
      Dice: {Parts: ranks, Count: 4, Roll: na2345}
    …
    c`Coins1'@a4 c`Coins2'@b4 …

`Default` is used if a game gives nothing; `Shuffle`, `Roll` and `Spread` are what is drawn from a
game's `Seed`; moves that name a part of an `Optional` argument are left out without it. `Example`
is what lies on the table before it is mixed (see `mixing`), when no game asks for the setup.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct

from printgen.catalog.cells import shorten
from printgen.catalog.fault import Fault
from printgen.catalog.ppn.draws import Draws
from printgen.catalog.ppn.lexer import expand_braces
from printgen.catalog.ppn.names import normal_name
from printgen.errors import did_you_mean

_SUIT: Final = "[SMCARKGB]"
_RANK: Final = "[na0-9]"
_SEPARATORS: Final = re.compile(r"[\s/:;\\|]")
_PATTERNS: Final[Mapping[str, tuple[str, str]]] = {
    "ranks": (_RANK, "ranks such as na2345"),
    "suits": (_SUIT, "suits such as SMCA"),
    "tiles": (rf"{_SUIT}{_RANK}[\^<v>]?", "suits with ranks such as Sa^M5v"),
}
"""What the parts of an argument may look like; `places` are separated by spaces instead."""
_KINDS: Final = (*_PATTERNS, "places")
_DRAWS: Final = ("Shuffle", "Roll", "Spread")
_RANKS: Final = "na2345"


class SetupArguments(Struct, frozen=True):
    """The parts of all arguments as macros, and the names of optional arguments not given."""

    macros: Mapping[str, str] = {}
    absent: frozenset[str] = frozenset()

    def leaves_out(self, move: str) -> bool:
        names = re.findall(r"`([^']+)'", move)
        return any(name.rstrip("0123456789") in self.absent for name in names)


def has_draws(declared: Any) -> bool:
    """Whether any argument is drawn from a seed."""
    return isinstance(declared, Mapping) and any(
        draw in rule for rule in declared.values() if isinstance(rule, Mapping) for draw in _DRAWS
    )


def examples(declared: Any) -> dict[str, str]:
    """The arguments of a setup file's own example."""
    if not isinstance(declared, Mapping):
        return {}
    return {
        normal_name(name): str(rule["Example"])
        for name, rule in declared.items()
        if isinstance(rule, Mapping) and "Example" in rule
    }


def read_arguments(declared: Any, given: Mapping[str, str], setup: str) -> SetupArguments:
    """Return the arguments that a setup file declares. Raises Fault for a wrong or missing one."""
    _check_declared(declared, setup)
    names = {normal_name(name): name for name in declared}
    given = dict(given)
    draws = _draws(given.pop("seed", None))
    for name in given:
        if name not in names:
            known = did_you_mean(name, names) if names else ""
            raise Fault(f"the setup '{setup}' has no argument '{shorten(name)}'{known}")
    macros: dict[str, str] = {}
    absent = set()
    for normal, name in names.items():
        rule = declared[name]
        if normal in given or "Default" in rule:
            parts = _split(given.get(normal, str(rule.get("Default"))), name, rule)
        elif draws is not None and any(draw in rule for draw in _DRAWS):
            parts = _drawn(draws, rule)
        elif rule.get("Optional"):
            absent.add(name)
            continue
        else:
            drawn = " or a Seed" if any(draw in rule for draw in _DRAWS) else ""
            raise Fault(
                f"the setup '{setup}' is mixed before each game; add its {name}"
                f" ({_expected(rule)}){drawn}"
            )
        if rule["Parts"] == "suits":
            parts = _with_ranks(parts)
        macros |= {f"{name}{number}": part for number, part in enumerate(parts, start=1)}
    return SetupArguments(macros, frozenset(absent))


def _check_declared(declared: Any, setup: str) -> None:
    rules = declared.values() if isinstance(declared, Mapping) else [declared]
    for rule in rules:
        parts = rule.get("Parts") if isinstance(rule, Mapping) else None
        if parts not in _KINDS or type(rule.get("Count")) is not int:
            raise Fault(
                f"an argument of the setup file '{setup}' must have Parts (one of"
                f" {', '.join(_KINDS)}) and a Count"
            )


def _draws(seed: str | None) -> Draws | None:
    if seed is None:
        return None
    if not re.fullmatch(r"-?[0-9]{1,9}", seed):
        raise Fault(f"the Seed must be a whole number, not '{shorten(seed)}'")
    return Draws(int(seed))


def _split(text: str, name: str, rule: Mapping[str, Any]) -> list[str]:
    if rule["Parts"] == "places":
        parts = [place for each in text.split() for place in expand_braces(each)]
        left = ""
    else:
        pattern = _PATTERNS[rule["Parts"]][0]
        text = _SEPARATORS.sub("", text)
        parts, left = re.findall(pattern, text), re.sub(pattern, "", text)
    if left or len(parts) != rule["Count"]:
        found = f"'{shorten(left)}' is not one" if left else f"there are {len(parts)}"
        raise Fault(f"'{name}' must be {_expected(rule)}; {found}")
    return parts


def _expected(rule: Mapping[str, Any]) -> str:
    what = _PATTERNS[rule["Parts"]][1] if rule["Parts"] in _PATTERNS else "places"
    return f"{rule['Count']} {what}"


def _drawn(draws: Draws, rule: Mapping[str, Any]) -> list[str]:
    if "Shuffle" in rule:
        return draws.shuffle(_split(str(rule["Shuffle"]), "Shuffle", rule))
    if "Roll" in rule:
        return draws.roll(str(rule["Roll"]), rule["Count"])
    places = [place for each in str(rule["Spread"]).split() for place in expand_braces(each)]
    return draws.spread(places, rule["Count"])


def _with_ranks(suits: list[str]) -> list[str]:
    """Give the pieces of each suit the ranks in turn, so that all are different pieces."""
    seen: Counter[str] = Counter()
    parts = []
    for suit in suits:
        parts.append(suit + _RANKS[seen[suit] % len(_RANKS)])
        seen[suit] += 1
    return parts
