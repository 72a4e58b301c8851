"""The benchmark's cards and tiles, the same on every machine.

W1 is a deck of 540 different poker cards with backs by suit, W2 a set of 80 hexagons with six
coloured edges, W3 the fronts of W1 as single pictures. Lengths are millimetres, the origin is
the top left, y runs down.
"""

from __future__ import annotations

import json
import math
import random
import shutil
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from typing import Any, Final

Point = tuple[float, float]
Data = dict[str, Any]

SEED: Final = 540
CARDS: Final = 540
TILES: Final = 80
WORDS_PER_TEXT: Final = 30
ICON_POINTS: Final = 20
ICON_SIZE: Final = 12.0

COLOURS: Final = {
    "ink": "#1c1b1a",
    "paper": "#ffffff",
    "red": "#b3352b",
    "blue": "#23588f",
    "green": "#3b7d45",
    "amber": "#b87514",
    "violet": "#6c478f",
    "teal": "#197a80",
}
INKS: Final = ("red", "blue", "green", "amber", "violet", "teal")
SUITS: Final = ("Harbour", "Orchard", "Quarry", "Market", "Tower", "Garden")

TITLE_FIRST_WORDS: Final = (
    "Amber Autumn Bitter Bright Broken Calm Clever Copper Crooked Distant Eager Early Faded "
    "Gentle Hidden Hollow Humble Iron Lonely Lucky Mellow Narrow Patient Quiet Rusty Silver "
    "Steady Sunken Velvet Winter"
)
TITLE_SECOND_WORDS: Final = (
    "Anchor Beacon Bridge Candle Chapel Ferry Hammer Kettle Lantern Mason Miller Oven Pilot Raven "
    "Saddle Tinker Wagon Weaver"
)
VOCABULARY_WORDS: Final = (
    "a above across add after again all along an and another any apple arrow ask at axle bag bank "
    "barley barrel basket before behind bell below beside boat bottom bread bring build by candle "
    "card carry cart cedar cellar chain choose clay cloth coin cord corn cost count cross crown "
    "cup deck deep discard door down draw each eight empty end every face far farm field fire "
    "first five flag flour for four from gain gate give glass gold grain grey ground guest half "
    "hand hold house if in iron island it its keep key ladder lamp last later leather left less "
    "letter line long low map meadow middle mill more move must near next no north oak of offer "
    "oil on one open or other out over pass path pay pearl place plank play point port pull rain "
    "reed rest return right ring river road rope round row sail salt same sand sea seat second "
    "seed sell set seven share shelf ship shore show silk six slate small south space spend stack "
    "stall start stone store street swap table take tea ten then third three tile timber to token "
    "top town trade turn twice two under until up upon village wait wall water wheel when wine "
    "with wood wool yard"
)
ARABIC_WORDS: Final = (
    "بيت باب شمس قمر نهر بحر سفينة مركب شراع ميناء تاجر سوق ذهب فضة حرير قماش خبز ملح زيت قمح حقل "
    "مزرعة فلاح بستان زهرة شجرة ورقة غصن طريق جسر قرية مدينة ملك تاج سيف درع حصان عربة عجلة حجر "
    "خشب طين نار ماء هواء مطر ريح سحاب جبل وادي صحراء رمل جزيرة ساحل موجة سمكة طائر نسر ثعلب ذئب "
    "دب أسد بطاقة نرد لوحة لاعب دور نقطة ربح خسارة بداية نهاية خطوة لون أحمر أزرق أخضر أصفر أبيض "
    "أسود واحد اثنان ثلاثة أربعة خمسة ستة سبعة نصف ربع صباح مساء يوم ليلة شهر سنة صيف شتاء خريف "
    "ربيع كتاب قلم حبل"
)
"""With and without an article, they are about as many words as VOCABULARY."""
TITLE_FIRST: Final = TITLE_FIRST_WORDS.split()
TITLE_SECOND: Final = TITLE_SECOND_WORDS.split()
VOCABULARY: Final = VOCABULARY_WORDS.split()
ARABIC: Final = [f"{article}{word}" for article in ("", "ال") for word in ARABIC_WORDS.split()]

W1: Final[Data] = {
    "page": [210.0, 297.0],
    "size": [63.0, 88.0],
    "columns": 3,
    "rows": 3,
    "mark": {"length": 5.0, "gap": 2.0, "width": 0.1},
    "line": 0.3,
    "front": {
        "border": [2.0, 2.0, 59.0, 84.0],
        "radius": 3.0,
        "band": [4.0, 4.0, 55.0, 9.0],
        "title": {"box": [6.0, 4.0, 39.0, 9.0], "size_pt": 10.0},
        "value": {"circle": [52.0, 8.5, 5.0], "size_pt": 10.0},
        "icons": [[9.0, 17.0], [25.5, 17.0], [42.0, 17.0]],
        "text": {"box": [5.0, 34.0, 53.0, 30.0], "size_pt": 8.5, "leading": 1.2},
        "footer": {"box": [5.0, 79.0, 53.0, 4.0], "size_pt": 6.0},
    },
    "back": {
        "border": [2.0, 2.0, 59.0, 84.0],
        "radius": 3.0,
        "diamonds": {"columns": 5, "rows": 6, "origin": [6.5, 7.0], "step": [10.0, 12.6]},
        "diamond": [[5.0, 0.0], [9.0, 5.5], [5.0, 11.0], [1.0, 5.5]],
        "circle": [31.5, 44.0, 14.0],
        "word": {"box": [11.5, 38.0, 40.0, 12.0], "size_pt": 14.0},
    },
}
HEX_WIDTH: Final = 34.0
HEX_HEIGHT: Final = HEX_WIDTH * 2 / math.sqrt(3)
W2: Final[Data] = {
    "page": [210.0, 297.0],
    "size": [HEX_WIDTH, HEX_HEIGHT],
    "columns": 5,
    "rows": 8,
    "line": 0.3,
}


def _radii() -> dict[str, Callable[[float], float]]:
    """Six shapes as distance from the centre (0 to 1) by angle."""
    return {
        "star": lambda a: 1.0 if round(a / math.tau * ICON_POINTS) % 2 == 0 else 0.45,
        "gear": lambda a: 1.0 if round(a / math.tau * ICON_POINTS) % 4 < 2 else 0.72,
        "flower": lambda a: 0.7 + 0.3 * math.cos(5 * a),
        "leaf": lambda a: 0.35 + 0.65 * abs(math.sin(a)) ** 2,
        "heart": lambda a: 0.62 - 0.38 * math.sin(a) * math.sqrt(abs(math.cos(a))),
        "shield": lambda a: 0.95 / max(abs(math.cos(a)), abs(math.sin(a)) ** 0.5 + 0.05),
    }


def icons() -> dict[str, list[Point]]:
    """Closed outlines of twenty segments, each inside a square of ICON_SIZE."""
    shapes: dict[str, list[Point]] = {}
    for name, radius in _radii().items():
        angles = [math.tau * step / ICON_POINTS for step in range(ICON_POINTS)]
        reach = max(radius(a) for a in angles)
        half = ICON_SIZE / 2
        shapes[name] = [
            (
                round(half + half * radius(a) / reach * math.cos(a), 3),
                round(half + half * radius(a) / reach * math.sin(a), 3),
            )
            for a in angles
        ]
    return shapes


def cards() -> list[dict[str, Any]]:
    dice = random.Random(SEED)

    def pick(choices: tuple[str, ...] | list[str]) -> str:
        # random() alone is promised to repeat across versions of Python, choice() is not.
        return choices[int(dice.random() * len(choices))]

    shapes = tuple(icons())
    titles = [f"{first} {second}" for first in TITLE_FIRST for second in TITLE_SECOND]
    deck = []
    for index, title in enumerate(titles):
        suit = index % len(SUITS)
        card: dict[str, Any] = {
            "id": f"{index + 1:03}",
            "title": title,
            "value": index // len(SUITS) + 1,
            "suit": SUITS[suit],
            "ink": INKS[suit],
        }
        for place in (1, 2, 3):
            card[f"icon{place}"] = pick(shapes)
            card[f"ink{place}"] = pick(INKS)
        words = " ".join(pick(VOCABULARY) for _ in range(WORDS_PER_TEXT))
        card["text"] = words[0].upper() + words[1:] + "."
        deck.append(card)
    return deck


def arabic_cards() -> list[dict[str, Any]]:
    """The same cards with an Arabic word for each English one."""
    english = [*VOCABULARY, *TITLE_FIRST, *TITLE_SECOND, *SUITS]
    numbers = {word.lower(): number for number, word in enumerate(dict.fromkeys(english))}

    def translated(text: str) -> str:
        words = text.removesuffix(".").split()
        found = " ".join(ARABIC[numbers[word.lower()] % len(ARABIC)] for word in words)
        return found + text[len(text.removesuffix(".")) :]

    return [
        card | {key: translated(card[key]) for key in ("title", "suit", "text")} for card in cards()
    ]


def orbits() -> Iterator[tuple[str, ...]]:
    """Six edges in five inks, one of every set that differs only by turning the tile."""
    for edges in product(INKS[:5], repeat=6):
        turns = [edges[turn:] + edges[:turn] for turn in range(6)]
        if edges == min(turns) and len(set(edges)) >= 4:
            yield edges


def tiles() -> list[dict[str, Any]]:
    every = list(orbits())
    chosen = every[:: len(every) // TILES][:TILES]
    return [
        {"id": f"{index:02}", **{f"s{side}": ink for side, ink in enumerate(edges)}}
        for index, edges in enumerate(chosen, 1)
    ]


def triangles() -> list[list[Point]]:
    """A pointy hexagon's six triangles from its centre, clockwise from the upper right edge."""
    middle = (HEX_WIDTH / 2, HEX_HEIGHT / 2)
    corners = [
        (
            round(middle[0] + HEX_HEIGHT / 2 * math.sin(math.radians(60 * corner)), 3),
            round(middle[1] - HEX_HEIGHT / 2 * math.cos(math.radians(60 * corner)), 3),
        )
        for corner in range(6)
    ]
    centre = (round(middle[0], 3), round(middle[1], 3))
    return [[centre, corners[side], corners[(side + 1) % 6]] for side in range(6)]


def w1_data() -> Data:
    backs = [{"suit": suit, "ink": ink} for suit, ink in zip(SUITS, INKS, strict=True)]
    return {**W1, "colours": COLOURS, "icons": icons(), "backs": backs, "cards": cards()}


def w2_data() -> Data:
    return {**W2, "colours": COLOURS, "triangles": triangles(), "tiles": tiles()}


def write_data(folder: Path) -> None:
    """Writes w1.json, w2.json and the two font files beside them."""
    from font_source_sans_pro import font_directory
    from reportlab.pdfbase.ttfonts import TTFont

    fonts = folder / "fonts"
    fonts.mkdir(parents=True, exist_ok=True)
    for weight in ("Regular", "Bold"):
        source = Path(font_directory) / f"SourceSansPro-{weight}.ttf"
        shutil.copyfile(source, fonts / f"{weight.lower()}.ttf")
    # Advance widths let a program that imports nothing still break lines where others do.
    regular = TTFont("regular", str(fonts / "regular.ttf"))
    widths = {chr(code): regular.face.getCharWidth(code) / 1000 for code in range(32, 127)}
    for name, data in (("w1", w1_data() | {"widths": widths}), ("w2", w2_data())):
        (folder / f"{name}.json").write_text(json.dumps(data), encoding="utf-8")
