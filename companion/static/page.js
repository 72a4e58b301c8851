// The page: what it shows, what of it is kept when it is shown anew, and when it must wait.
import { lookAtFocus, zoomTo } from "./board.js";

export const live = () => document.getElementById("live");
export const revision = () => Number(live().dataset.revision);
const lostSign = document.getElementById("lost");
export const lost = (isLost) => { lostSign.hidden = !isLost; };
export const pause = (milliseconds) => new Promise((done) => { setTimeout(done, milliseconds); });
export const hex = (count) => Array.from(crypto.getRandomValues(new Uint8Array(count)),
  (byte) => byte.toString(16).padStart(2, "0")).join("");

// A page that changes between a finger's press and the click that comes of it swallows the tap.
// A click may come a moment after the lift; a press that is held for long is no tap.
const LONGEST_TAP = 2000;
const AFTER_LIFT = 300;
let pressedUntil = 0;
const pressed = (milliseconds) => () => { pressedUntil = performance.now() + milliseconds; };
document.addEventListener("pointerdown", pressed(LONGEST_TAP), true);
document.addEventListener("pointerup", pressed(AFTER_LIFT), true);
document.addEventListener("pointercancel", pressed(0), true);
document.addEventListener("click", pressed(0));
export async function lifted() {
  while (performance.now() < pressedUntil) await pause(20);
}

// What people opened or closed, and the dice they keep, stay so on the page that comes.
const summaryOf = (details) => details.querySelector("summary");
const keyOf = (details) => {
  const outer = details.parentElement.closest("details");
  const own = details.dataset.key ?? summaryOf(details).ariaLabel ?? summaryOf(details).textContent;
  return `${outer ? keyOf(outer) : ""}/${own}`;
};
const keptDice = (page) => {
  const dice = page.querySelector(".dice[data-event]");
  return [dice?.dataset.event, [...dice?.querySelectorAll("input") ?? []]];
};

export function show(html, address) {
  const page = new DOMParser().parseFromString(html, "text/html");
  const fresh = page.getElementById("live");
  if (!fresh) { location.assign(address); return; }
  // What a curtain hides is hidden again: the phone may be in other hands by now.
  const folds = "details:not(.curtain)";
  const open = new Map([...live().querySelectorAll(folds)].map((one) => [keyOf(one), one.open]));
  const [thrown, kept] = keptDice(live());
  const boards = [...live().querySelectorAll(".board")].map((one) => [one.scrollLeft, one.scrollTop, one.className, one.dataset.focus]);
  const focused = document.activeElement?.id;
  const asked = live().querySelector(".turns small") !== null;
  live().replaceWith(fresh);
  const tabs = page.querySelector(".tabs");
  if (tabs) document.querySelector(".tabs")?.replaceWith(tabs);
  fresh.querySelectorAll(folds).forEach((one) => { one.open = open.get(keyOf(one)) ?? one.open; });
  const [event, dice] = keptDice(fresh);
  if (event === thrown) dice.forEach((die, i) => { die.checked = kept[i].checked; });
  fresh.querySelectorAll(".board").forEach((one, i) => {
    if (!boards[i] || boards[i][3] !== one.dataset.focus) { lookAtFocus(one); return; }
    const zoom = /zoomed zoom-(.)/.exec(boards[i][2]);
    if (zoom) zoomTo(one, zoom[1]);
    [one.scrollLeft, one.scrollTop] = boards[i];
  });
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  if (address && address !== location.href) history.replaceState(null, "", address);
  document.dispatchEvent(new Event("renewed"));
  fresh.querySelector(".fault[role=alert]")?.scrollIntoView({ block: "center" });
  // When it becomes one's turn, or ceases to be, what happens is told at the top.
  const headline = fresh.querySelector(".headline");
  if (headline && (fresh.querySelector(".turns small") !== null) !== asked
    && headline.getBoundingClientRect().top < 0) headline.scrollIntoView();
}

// While somebody is typing or choosing, or has entered what is not yet sent, the page stays.
export const busy = () => {
  const active = document.activeElement;
  const typing = active && ["INPUT", "SELECT", "TEXTAREA"].includes(active.tagName) && active.type !== "checkbox";
  return typing || live().querySelector(".pick input:checked, .pick.started, [data-busy]") !== null;
};

// Now, and whenever the page has been shown anew.
export function onRenewed(prepare) {
  document.addEventListener("renewed", prepare);
  prepare();
}
