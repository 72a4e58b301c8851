"""The pages of a proof, its pictures, and what its scripts ask for."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from flask import Blueprint, Response, abort, current_app, jsonify, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from companion.pictures.library import face_svg
from companion.proof.locate import element_at
from companion.proof.model import KINDS, ProofFace, ProofPart
from companion.proof.sheets import SheetLibrary
from companion.proof.vision import filters
from companion.proof.watcher import Proof, Watcher
from companion.rooms.event_stream import EventStream
from companion.web.responses import no_store
from printgen.catalog.papers import Paper, choose_paper, load_papers
from printgen.catalog.printers import Duplex
from printgen.errors import CallError, DataError, Finding, Location
from printgen.frame import Frame

FOREVER: Final = "public, max-age=31536000, immutable"
"""An address with a content hash always shows the same."""


def make_proof_pages(watcher: Watcher) -> Blueprint:
    views = ProofPages(watcher)
    pages = Blueprint("proof", __name__)
    pages.get("/")(views.faces)
    pages.get("/picture/<digest>.svg")(views.picture)
    pages.get("/face/<path:key>")(views.face)
    pages.get("/sheets")(views.sheets)
    pages.get("/sheet/<digest>.svg")(views.sheet)
    pages.get("/element/<path:key>")(views.element)
    pages.get("/findings")(views.findings)
    pages.get("/calibrate")(views.calibrate)
    pages.get("/state")(views.state)
    pages.get("/events")(views.events)
    return pages


class ProofPages:
    def __init__(self, watcher: Watcher) -> None:
        self._watcher = watcher
        self._sheets = SheetLibrary()

    def faces(self) -> AnyResponse:
        proof = self._watcher.proof
        order = list(KINDS)
        parts = sorted(proof.parts, key=lambda part: order.index(part.kind))
        kinds = {name: KINDS[name] for name in dict.fromkeys(part.kind for part in parts)}
        return _page("faces.html", proof, place="faces", parts=parts, kinds=kinds)

    def face(self, key: str) -> AnyResponse:
        """One face at true size, with what is known about it."""
        proof = self._watcher.proof
        part, number = _find(proof, key)
        face = part.faces[number]
        return _page(
            "face.html",
            proof,
            place="faces",
            part=part,
            face=face,
            previous=part.faces[number - 1] if number else None,
            next=part.faces[number + 1] if number + 1 < len(part.faces) else None,
            found=findings_beside(proof.found, part, face),
        )

    def element(self, key: str) -> AnyResponse:
        """The line that drew what is at `x` and `y`, in millimetres from the top left."""
        proof = self._watcher.proof
        part, number = _find(proof, key)
        x, y = (request.args.get(name, type=float) for name in ("x", "y"))
        if x is None or y is None or proof.game is None:
            abort(400)
        place = element_at(proof.game, part, part.faces[number], x, y)
        line = None if place is None else Location(place.file, place.row)
        return no_store(jsonify(place=line and str(line)))

    def sheets(self) -> AnyResponse:
        """The pages of the whole game, or of each component, as they will be printed."""
        proof = self._watcher.proof
        paper, duplex = self._paper()
        is_apart = request.args.get("apart") == "1"
        lay_out = self._sheets.of_components if is_apart else self._sheets.of_game
        found = () if proof.game is None else lay_out(proof.game, proof.parts, paper, duplex)
        return _page(
            "sheets.html",
            proof,
            place="sheets",
            sheets=found,
            papers=tuple(load_papers(self._watcher.files.templates)),
            paper=paper.name,
            duplex=duplex.value,
            is_apart=is_apart,
        )

    def sheet(self, digest: str) -> AnyResponse:
        return _picture(self._sheets.page(digest))

    def _paper(self) -> tuple[Paper, Duplex]:
        try:
            known = load_papers(self._watcher.files.templates)
            paper = choose_paper(request.args.get("paper", "a4"), known)
            return paper, Duplex(request.args.get("duplex", "long"))
        except (CallError, ValueError):
            abort(404)
        except DataError as fault:  # in a papers.yaml of the designer's own
            abort(409, str(fault))

    def findings(self) -> AnyResponse:
        return _page("findings.html", self._watcher.proof, place="findings")

    def calibrate(self) -> AnyResponse:
        return _page("calibrate.html", self._watcher.proof, place="calibrate")

    def picture(self, digest: str) -> AnyResponse:
        return _picture(self._watcher.picture(digest))

    def state(self) -> AnyResponse:
        """The hash of every face now and before its last change. With `ink=low`, the hashes of
        the faces in low ink."""
        proof = self._watcher.proof
        parts = self._watcher.low_ink() if request.args.get("ink") == "low" else proof.parts
        before = proof.before if parts is proof.parts else {}
        faces = {
            face.key: [face.digest, before.get(face.key, "")]
            for part in parts
            for face in part.faces
        }
        return no_store(jsonify(revision=proof.revision, faces=faces, mistakes=_mistakes(proof)))

    def events(self) -> AnyResponse:
        after = request.args.get("after", 0, int)
        stream = EventStream(self._watcher.listen(), after)
        response = Response(stream, mimetype="text/event-stream", direct_passthrough=True)
        response.headers["X-Accel-Buffering"] = "no"
        return no_store(response)


def _picture(frame: Frame | None) -> AnyResponse:
    if frame is None:
        abort(404)
    response = Response(face_svg(frame), mimetype="image/svg+xml")
    response.headers["Cache-Control"] = FOREVER
    return response


def _find(proof: Proof, key: str) -> tuple[ProofPart, int]:
    """Return the component of a face, and the face's number in it; abort if there is none."""
    part = proof.part(key.partition("/")[0])
    keys = [] if part is None else [face.key for face in part.faces]
    if part is None or key not in keys:
        abort(404)
    return part, keys.index(key)


def _page(template: str, proof: Proof, **values: Any) -> AnyResponse:
    html = render_template(
        template,
        proof=proof,
        mistakes=_mistakes(proof),
        beside=lambda part, face: findings_beside(proof.found, part, face),
        vision=filters(),
        routes=current_app.view_functions,
        **values,
    )
    return no_store(Response(html))


def _mistakes(proof: Proof) -> list[str]:
    return [str(mistake) for mistake in proof.mistakes]


def findings_beside(
    found: Iterable[Finding], part: ProofPart, face: ProofFace
) -> tuple[Finding, ...]:
    """Return the findings about a face: at its row, and not about another component or side."""
    return tuple(
        finding
        for finding in found
        if (finding.place.file, finding.place.row) == (face.place.file, face.place.row)
        and (
            finding.subject is None
            or (finding.subject.component, finding.subject.side) == (part.id, face.side)
        )
    )
