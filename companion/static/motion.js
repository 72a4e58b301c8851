// Show what has changed on a page: new dice tumble, new cards turn over, and pieces move from where they
// were, along the spaces between. Nothing moves for longer than 600 ms, and a tap never waits for it.
import { liveRegion } from "./page.js";

const MOVE_MS = 450;
const WALK_MS = 600;
const wantsMotion = () => matchMedia("(prefers-reduced-motion: no-preference)").matches;

const DICE = ".dice, .items:has(.die)";
const diceKey = (dice) => dice.dataset.event ?? [...dice.querySelectorAll(".die")].map((die) => die.textContent.trim()).join(" ");
const CARDS = ".hand img, .piles img, .face-row img";

// The place of a piece on the board, in millimetres.
const imageOf = (piece) => (piece.tagName === "image" ? piece : piece.querySelector("image"));
function placeOf(piece) {
  const image = imageOf(piece);
  if (image) return [image.x.baseVal.value + image.width.baseVal.value / 2, image.y.baseVal.value + image.height.baseVal.value / 2];
  const circle = piece.querySelector("circle");
  return circle && [circle.cx.baseVal.value, circle.cy.baseVal.value];
}
const looksOf = (piece) => imageOf(piece)?.getAttribute("href")
  ?? `${piece.querySelector("circle")?.getAttribute("fill")} ${piece.querySelector("text")?.textContent ?? ""}`;

// The pieces that no other looks like: only they can be told from each other.
function pieces() {
  const found = new Map();
  for (const piece of liveRegion().querySelectorAll("#scene > image, #scene > g, #scene > a")) {
    const looks = looksOf(piece);
    found.set(looks, found.has(looks) ? null : piece);
  }
  return [...found].filter(([, piece]) => piece && placeOf(piece));
}

// The ways over the board, from space to space, that pieces walk along.
const waysOf = () => JSON.parse(document.getElementById("scene")?.dataset.ways ?? "[]");
const NEAR = 15; // a piece stands within so many millimetres of its space
const away = ([x, y], [otherX, otherY]) => Math.hypot(x - otherX, y - otherY);
function walk(from, to) {
  const spaces = new Map();
  for (const way of waysOf()) {
    way.forEach((space, i) => {
      const beside = [way[i - 1], way[i + 1]].filter(Boolean).map(String);
      spaces.set(String(space), { at: space, beside: [...spaces.get(String(space))?.beside ?? [], ...beside] });
    });
  }
  const nearest = (place) => [...spaces.keys()].filter((key) => away(spaces.get(key).at, place) < NEAR)
    .sort((one, other) => away(spaces.get(one).at, place) - away(spaces.get(other).at, place))[0];
  const [start, end] = [nearest(from), nearest(to)];
  if (!start || !end) return [from, to];
  const cameFrom = new Map([[start, null]]);
  for (const key of cameFrom.keys()) {
    for (const next of spaces.get(key).beside) if (!cameFrom.has(next)) cameFrom.set(next, key);
  }
  if (!cameFrom.has(end)) return [from, to];
  const passed = [];
  for (let key = cameFrom.get(end); key && key !== start; key = cameFrom.get(key)) passed.unshift(spaces.get(key).at);
  return [from, ...passed, to];
}
function moveAlong(piece, way) {
  const to = way.at(-1);
  const gone = way.map((_, i) => way.slice(1, i + 1).reduce((sum, at, j) => sum + away(at, way[j]), 0));
  const frames = way.map((at, i) => ({ translate: `${at[0] - to[0]}px ${at[1] - to[1]}px`, offset: gone[i] / gone.at(-1) }));
  piece.animate(frames, { duration: way.length > 2 ? WALK_MS : MOVE_MS, easing: "ease-in-out" });
}

function look() {
  return {
    dice: new Set([...liveRegion().querySelectorAll(DICE)].map(diceKey)),
    cards: new Set([...liveRegion().querySelectorAll(CARDS)].map((card) => card.src)),
    places: new Map(pieces().map(([looks, piece]) => [looks, placeOf(piece)])),
    page: location.pathname,
  };
}

let before = null;
document.addEventListener("page-replaced", () => { before = wantsMotion() ? look() : null; });
document.addEventListener("page-updated", () => {
  if (!before || before.page !== location.pathname) return;
  for (const dice of liveRegion().querySelectorAll(DICE)) dice.classList.toggle("fresh", !before.dice.has(diceKey(dice)));
  for (const card of liveRegion().querySelectorAll(CARDS)) card.classList.toggle("fresh", !before.cards.has(card.src));
  for (const [looks, piece] of pieces()) {
    const [from, to] = [before.places.get(looks), placeOf(piece)];
    if (!from || Math.hypot(from[0] - to[0], from[1] - to[1]) < 1) continue;
    moveAlong(piece, walk(from, to));
  }
});
