// Drag a piece to any legal point of the board, under a magnifier, and confirm it. The page says which
// points are legal; the server checks again.
import { onPageUpdate } from "./page.js";

const SVG = "http://www.w3.org/2000/svg";
const MAGNIFIER_WIDTHS = 2.4; // widths of the piece that a magnifier shows
const FLOATING = 150; // pixels across; and how far it stays from the finger
const BESIDE = 36;
const REACH = 26; // a tap within so many pixels of a ring counts for it
const SNAP = 6; // a place within so many millimetres of a legal one is moved there
const STILL = 4; // pixels that a resting finger may move

// --- legal points --------------------------------------------------------------------------------

const tenths = (at) => at.map((value) => Math.round(value * 10) / 10);

function distance([x, y], [startX, startY], [endX, endY]) {
  const [dx, dy] = [endX - startX, endY - startY];
  const whole = dx * dx + dy * dy;
  const along = whole ? ((x - startX) * dx + (y - startY) * dy) / whole : 0;
  const part = Math.min(1, Math.max(0, along));
  return Math.hypot(x - startX - part * dx, y - startY - part * dy);
}
function contains({ corners, reach }, at, edge) {
  if (corners.length < 3) {
    const away = distance(at, corners[0], corners.at(-1));
    return edge ? away <= reach : away < reach;
  }
  return corners.every(([x, y], i) => {
    const [toX, toY] = corners[(i + 1) % corners.length];
    const side = (toX - x) * (at[1] - y) - (toY - y) * (at[0] - x);
    return edge ? side >= 0 : side > 0;
  });
}
// Why a piece may not lie there; empty if it may.
function refusal(point, at) {
  if (!point.within.some((area) => contains(area, at, true))) return point.outside;
  return point.without.find((area) => contains(area, at, false))?.why ?? "";
}
// The nearest legal place if one is close, else the place itself.
function snapped(point, at) {
  for (let far = 0; far <= SNAP; far += 0.5) {
    for (let turn = 0; turn < 48; turn += 1) {
      const angle = (turn * Math.PI) / 24;
      const near = tenths([at[0] + far * Math.cos(angle), at[1] + far * Math.sin(angle)]);
      if (!refusal(point, near)) return near;
    }
  }
  return tenths(at);
}

// --- drawing -------------------------------------------------------------------------------------

function element(name, attributes) {
  const made = document.createElementNS(SVG, name);
  Object.entries(attributes).forEach(([key, value]) => made.setAttribute(key, value));
  return made;
}
const planeAt = (svg, x, y) => {
  const at = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM().inverse());
  return [at.x, at.y];
};
const lookAt = (loupe, point, [x, y]) => {
  const side = MAGNIFIER_WIDTHS * point.width;
  loupe.setAttribute("viewBox", `${x - side / 2} ${y - side / 2} ${side} ${side}`);
};

// The piece on the board, in the magnifier below it and in the one beside a finger.
function addRing(piece, point) {
  piece.append(element("circle", { class: "edge", r: point.width / 2 }));
}
function floatingLoupe(form) {
  const loupe = form.querySelector(".loupe").cloneNode(true);
  loupe.classList.add("floating");
  form.after(loupe);
  return loupe;
}
// Above the finger, or below it where there is no room, so that the hand does not hide it.
function moveBeside(loupe, x, y) {
  const left = Math.min(innerWidth - FLOATING - 8, Math.max(8, x - FLOATING / 2));
  const above = y - FLOATING - BESIDE;
  loupe.style.left = `${left}px`;
  loupe.style.top = `${above > 8 ? above : y + BESIDE}px`;
}

let chosen = null; // the point being chosen on this page, and how to put the piece there

function preparePoint() {
  chosen = null;
  const form = document.querySelector("form.free");
  const board = document.querySelector(".board > svg");
  if (!form || !board) return;
  const point = JSON.parse(form.dataset.point);
  const docked = form.querySelector(".loupe");
  addRing(docked.querySelector(".piece"), point);
  form.hidden = false;
  board.parentNode.classList.add("free");
  const piece = docked.querySelector(".piece").cloneNode(true);
  piece.append(element("circle", { class: "grip", r: point.width }));
  let at = null;

  const put = (place, floating = null) => {
    at = tenths(place);
    const why = refusal(point, at);
    const pieces = [piece, docked.querySelector(".piece"), ...floating ? [floating.querySelector(".piece")] : []];
    for (const one of pieces) {
      one.setAttribute("transform", `translate(${at[0]} ${at[1]})`);
      one.classList.toggle("wrong", why !== "");
    }
    if (floating) lookAt(floating, point, at);
    const verdict = form.querySelector(".verdict");
    const message = why || verdict.dataset.fine;
    if (verdict.textContent !== message) verdict.textContent = message;
    verdict.classList.toggle("wrong", why !== "");
    form.querySelector("button").disabled = why !== "";
    form.elements.move.value = JSON.stringify({ ...point.move, x: at[0], y: at[1] });
  };
  const rest = (place) => {
    put(snapped(point, place));
    lookAt(docked, point, at);
  };
  const begin = (place) => {
    if (!at) {
      board.append(piece);
      form.querySelector(".aim").hidden = false;
      form.querySelector(".hint").hidden = true;
      form.classList.add("placed");
      // Updates must not remove a piece that is not confirmed yet.
      form.dataset.editing = "placed";
    }
    rest(place);
  };

  // The piece follows the finger on the board or, more finely, in the magnifier.
  const draggable = (grip, surface, isFloating) => {
    // Some browsers ignore touch-action inside SVG: a finger on the piece must not scroll.
    grip.addEventListener("touchstart", (event) => event.preventDefault(), { passive: false });
    grip.addEventListener("pointerdown", (event) => {
      if (!at || !event.isPrimary || event.button !== 0) return;
      event.preventDefault();
      grip.setPointerCapture(event.pointerId);
      const pressed = planeAt(surface, event.clientX, event.clientY);
      const origin = at;
      let floating = null;
      let moved = false;
      const move = (now) => {
        moved ||= Math.hypot(now.clientX - event.clientX, now.clientY - event.clientY) > STILL;
        if (!moved) return;
        if (isFloating && !floating) floating = floatingLoupe(form);
        const [x, y] = planeAt(surface, now.clientX, now.clientY);
        put([origin[0] + x - pressed[0], origin[1] + y - pressed[1]], floating);
        if (floating) moveBeside(floating, now.clientX, now.clientY);
      };
      const end = () => {
        grip.removeEventListener("pointermove", move);
        grip.removeEventListener("pointerup", end);
        grip.removeEventListener("pointercancel", end);
        floating?.remove();
        if (moved) rest(at);
        if (isFloating) chosen.dragged = moved;
      };
      grip.addEventListener("pointermove", move);
      grip.addEventListener("pointerup", end);
      grip.addEventListener("pointercancel", end);
    });
  };
  draggable(piece, board, true);
  draggable(docked, docked, false);
  chosen = { board, begin, dragged: false, at: () => at };
}

// The place of the ring beside the finger, unless the piece lies there already.
function ringPlace(event) {
  const rings = [...chosen.board.querySelectorAll(".tap.exact .halo")].map((ring) => {
    const box = ring.getBoundingClientRect();
    const place = [ring.cx.baseVal.value, ring.cy.baseVal.value];
    return [Math.hypot(event.clientX - box.x - box.width / 2, event.clientY - box.y - box.height / 2), place, ring];
  });
  const [away, place, ring] = rings.reduce((best, one) => (one[0] < best[0] ? one : best), [REACH, null, null]);
  if (away >= REACH) return null;
  const at = chosen.at();
  const isThere = at && Math.hypot(at[0] - place[0], at[1] - place[1]) < ring.r.baseVal.value;
  return isThere ? null : place;
}

// A drag may or may not end in a click.
document.addEventListener("pointerdown", () => { if (chosen) chosen.dragged = false; }, true);

// A tap on the board puts the piece there. Enter on a ring chooses that place, as in the list.
document.addEventListener("click", (event) => {
  if (!chosen || event.detail === 0 || event.target.closest(".board > svg") !== chosen.board) return;
  event.preventDefault();
  event.stopPropagation();
  if (chosen.dragged) chosen.dragged = false;
  else chosen.begin(ringPlace(event) ?? planeAt(chosen.board, event.clientX, event.clientY));
}, true);

onPageUpdate(preparePoint);
