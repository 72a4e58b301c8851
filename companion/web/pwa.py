"""The progressive web app: manifest, icons, service worker and offline page."""

from __future__ import annotations

import io
from functools import lru_cache
from typing import Final

from flask import Blueprint, Response, abort, jsonify, render_template, url_for
from flask_babel import gettext
from PIL import Image, ImageDraw

from companion.web.static_files import FOLDER, PREFIX, files_version

SIZES: Final = (192, 512)
OVERSAMPLING: Final = 4
"""Icons are drawn this many times larger and scaled down, for smooth edges."""
# The boat of static/icon.svg, in its 64 units.
BACKGROUND: Final = "#12394f"
SHAPES: Final = (
    ("#fbf6ea", ((32, 10), (46, 36), (18, 36))),
    ("#e3d7b8", ((32, 10), (32, 36), (18, 36))),
    ("#f0c75a", ((6, 34), (19, 38), (45, 38), (58, 34), (49, 50), (15, 50))),
    ("#d7a93a", ((6, 34), (19, 38), (32, 38), (32, 50), (15, 50))),
)


def make_pwa() -> Blueprint:
    pages = Blueprint("app_shell", __name__)
    pages.get("/manifest.webmanifest")(manifest)
    pages.get("/icon-<int:size>.png")(icon)
    pages.get("/worker.js")(worker)
    pages.get("/offline")(offline)
    return pages


def manifest() -> Response:
    icons = [
        {
            "src": url_for("app_shell.icon", size=size),
            "sizes": f"{size}x{size}",
            "type": "image/png",
        }
        for size in SIZES
    ]
    vector = {
        "src": url_for("static", filename="icon.svg"),
        "sizes": "any",
        "type": "image/svg+xml",
        "purpose": "any",
    }
    response = jsonify(
        name="Paperboat",
        short_name="Paperboat",
        description=gettext("Set up, roll, shuffle and score at the table."),
        start_url=url_for("games.start"),
        scope="/",
        display="standalone",
        background_color="#fbf6ea",
        theme_color=BACKGROUND,
        icons=[*icons, vector],
    )
    response.mimetype = "application/manifest+json"
    return response


def icon(size: int) -> Response:
    if size not in SIZES:
        abort(404)
    response = Response(draw_icon(size), mimetype="image/png")
    response.headers["Cache-Control"] = "max-age=86400"
    return response


@lru_cache
def draw_icon(size: int) -> bytes:
    factor = size * OVERSAMPLING / 64
    picture = Image.new("RGB", (size * OVERSAMPLING, size * OVERSAMPLING), BACKGROUND)
    draw = ImageDraw.Draw(picture)
    for colour, points in SHAPES:
        draw.polygon([(x * factor, y * factor) for x, y in points], fill=colour)
    stream = io.BytesIO()
    picture.resize((size, size), Image.Resampling.LANCZOS).save(stream, "PNG", optimize=True)
    return stream.getvalue()


def worker() -> Response:
    """Served from the root of the site, so that it may control every page, and with the version of
    the files that it keeps."""
    script = (FOLDER / "worker.js").read_text(encoding="utf-8")
    script = script.replace(f'"{PREFIX}"', f'"{PREFIX}/{files_version()}"')
    response = Response(script, mimetype="text/javascript")
    response.headers["Cache-Control"] = "no-cache"
    return response


def offline() -> str:
    return render_template("offline.html")
