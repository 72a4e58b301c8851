// Show what has changed on a page: new dice tumble, new cards turn over, and pieces move from where they
// were. Nothing moves for longer than 600 ms, and a tap never waits for it.
import { liveRegion } from "./page.js";

const MOVE_MS = 450;
const wantsMotion = () => matchMedia("(prefers-reduced-motion: no-preference)").matches;

const DICE = ".dice, .items:has(.die)";
const diceKey = (dice) => dice.dataset.event ?? [...dice.querySelectorAll(".die")].map((die) => die.textContent.trim()).join(" ");
const CARDS = ".hand img, .piles img, .face-row img";

// The place of a piece on the board, in millimetres.
function placeOf(piece) {
  if (piece.tagName === "image") return [piece.x.baseVal.value + piece.width.baseVal.value / 2, piece.y.baseVal.value + piece.height.baseVal.value / 2];
  const circle = piece.querySelector("circle");
  return circle && [circle.cx.baseVal.value, circle.cy.baseVal.value];
}
const looksOf = (piece) => (piece.tagName === "image" ? piece.getAttribute("href")
  : `${piece.querySelector("circle")?.getAttribute("fill")} ${piece.querySelector("text")?.textContent ?? ""}`);

// The pieces that no other looks like: only they can be told from each other.
function pieces() {
  const found = new Map();
  for (const piece of liveRegion().querySelectorAll("#scene > image, #scene > g")) {
    const looks = looksOf(piece);
    found.set(looks, found.has(looks) ? null : piece);
  }
  return [...found].filter(([, piece]) => piece && placeOf(piece));
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
    piece.animate([{ translate: `${from[0] - to[0]}px ${from[1] - to[1]}px` }, { translate: "0 0" }], { duration: MOVE_MS, easing: "ease-in-out" });
  }
});
