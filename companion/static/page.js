// Replace the page's content, keep what the reader has changed in it, and wait while they are busy.
import { focusBoard, zoomTo } from "./board.js";

export const liveRegion = () => document.getElementById("live");
export const revision = () => Number(liveRegion().dataset.revision);
const lostNotice = document.getElementById("lost");
export const showLost = (isLost) => { lostNotice.hidden = !isLost; };
export const sleep = (milliseconds) => new Promise((done) => { setTimeout(done, milliseconds); });
export const randomHex = (count) => Array.from(crypto.getRandomValues(new Uint8Array(count)),
  (byte) => byte.toString(16).padStart(2, "0")).join("");

// Replacing the page between a press and its click would swallow the tap. The click may come a moment
// after the release; a long press is not a tap.
const MAX_TAP_MS = 2000;
const CLICK_DELAY_MS = 300;
let pressedUntil = 0;
const pressed = (milliseconds) => () => { pressedUntil = performance.now() + milliseconds; };
document.addEventListener("pointerdown", pressed(MAX_TAP_MS), true);
document.addEventListener("pointerup", pressed(CLICK_DELAY_MS), true);
document.addEventListener("pointercancel", pressed(0), true);
document.addEventListener("click", pressed(0));
export async function pointerReleased() {
  while (performance.now() < pressedUntil) await sleep(20);
}

// Details stay open or closed, and dice stay selected, on the next page.
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

function showTabs(page) {
  const tabs = page.querySelector(".tabs");
  if (tabs) document.querySelector(".tabs")?.replaceWith(tabs);
  document.title = page.title;
}

// Show whose turn it is, and leave the content as it is.
export function showTurn(html) {
  const page = new DOMParser().parseFromString(html, "text/html");
  const [next, notice] = [page.getElementById("live"), page.getElementById("turn-notice")];
  if (!next) return;
  showTabs(page);
  if (notice) document.getElementById("turn-notice")?.replaceWith(notice);
  liveRegion().dataset.turn = next.dataset.turn;
  document.dispatchEvent(new Event("turn-updated"));
}

// A control has another element on the next page, with the same id or the same name and text.
const nameOf = (control) => control.id || [control.tagName, control.name, control.type === "hidden" ? "" : control.ariaLabel ?? control.textContent.trim()].join("|");
const FOCUSABLE = "a[href], button, input, select, textarea, summary, [tabindex]";
let acted = "";
// A form that is sent loses the focus, so that a keyboard on the screen goes away.
export function leaveForm() {
  acted = document.activeElement && liveRegion().contains(document.activeElement) ? nameOf(document.activeElement) : "";
  document.activeElement?.blur();
}
function restoreFocus(name) {
  if (!name) return;
  const same = [...liveRegion().querySelectorAll(FOCUSABLE)].find((one) => nameOf(one) === name && !one.disabled);
  const typing = same && ["INPUT", "SELECT", "TEXTAREA"].includes(same.tagName) && same.type !== "checkbox";
  const target = same && !(typing && acted) ? same : liveRegion().querySelector("h1");
  if (target?.matches("h1")) target.tabIndex = -1;
  target?.focus({ preventScroll: true });
}

// What the reader looks at stays where it is when something appears above it.
const LANDMARKS = "h1, h2, h3, summary, .board, [data-sheet]";
const landmarkOf = (one) => `${one.tagName}|${one.matches(".board, form") ? one.className.split(" ")[0] : one.textContent.trim()}`;
function keepPlace() {
  const [one, top] = [...liveRegion().querySelectorAll(LANDMARKS)].map((mark) => [mark, mark.getBoundingClientRect().top])
    .find(([, at]) => at >= 0 && at < innerHeight) ?? [];
  const name = one && landmarkOf(one);
  return () => {
    const same = name && [...liveRegion().querySelectorAll(LANDMARKS)].find((mark) => landmarkOf(mark) === name);
    if (same && scrollY > 0) scrollBy({ top: same.getBoundingClientRect().top - top, behavior: "instant" });
  };
}

// Live regions are new elements after every update: those that say what was said before stay silent.
const REGIONS = "[role=status], [aria-live]";
const saidBy = (one) => `${one.dataset.event ?? ""}|${(one.closest("li") ?? one).textContent.trim()}`;
function silenceKnown(next) {
  const said = new Set([...liveRegion().querySelectorAll(REGIONS)].map(saidBy));
  for (const one of next.querySelectorAll(REGIONS)) if (said.has(saidBy(one))) one.ariaLive = "off";
}

export function showPage(html, address) {
  const page = new DOMParser().parseFromString(html, "text/html");
  const next = page.getElementById("live");
  if (!next) { location.assign(address); return; }
  // Curtains close again: somebody else may hold the phone by now.
  const folds = "details:not(.curtain)";
  const open = new Map([...liveRegion().querySelectorAll(folds)].map((one) => [keyOf(one), one.open]));
  const [thrown, kept] = keptDice(liveRegion());
  const boards = [...liveRegion().querySelectorAll(".board")].map((one) => [one.scrollLeft, one.scrollTop, one.className, one.dataset.focus]);
  const active = document.activeElement;
  const focused = active && liveRegion().contains(active) ? nameOf(active) : acted;
  const returnToPlace = keepPlace();
  document.dispatchEvent(new Event("page-replaced"));
  const wasTurn = liveRegion().querySelector(".turns small") !== null;
  silenceKnown(next);
  liveRegion().replaceWith(next);
  showTabs(page);
  next.querySelectorAll(folds).forEach((one) => { one.open = open.get(keyOf(one)) ?? one.open; });
  const [event, dice] = keptDice(next);
  if (event === thrown) dice.forEach((die, i) => { die.checked = kept[i].checked; });
  next.querySelectorAll(".board").forEach((one, i) => {
    if (!boards[i] || boards[i][3] !== one.dataset.focus) { focusBoard(one); return; }
    const zoom = /zoomed zoom-(.)/.exec(boards[i][2]);
    if (zoom) zoomTo(one, zoom[1]);
    [one.scrollLeft, one.scrollTop] = boards[i];
  });
  restoreFocus(focused);
  acted = "";
  if (address && address !== location.href) history.replaceState(null, "", address);
  document.dispatchEvent(new Event("page-updated"));
  returnToPlace();
  next.querySelector(".fault[role=alert]")?.scrollIntoView({ block: "center" });
  // Show the headline when the player's turn begins or ends, below the toast.
  const headline = next.querySelector(".headline");
  if (headline && (next.querySelector(".turns small") !== null) !== wasTurn
    && headline.getBoundingClientRect().top < parseFloat(getComputedStyle(headline).scrollMarginTop)) headline.scrollIntoView();
}

// While somebody types, chooses, or has unsent input, the page must not change.
export const isEditing = () => {
  const active = document.activeElement;
  const typing = active && ["INPUT", "SELECT", "TEXTAREA"].includes(active.tagName) && active.type !== "checkbox";
  return typing || liveRegion().querySelector(".pick input:checked, .pick.started, [data-editing]") !== null;
};

// Run now, and whenever the page has been replaced.
export function onPageUpdate(prepare) {
  document.addEventListener("page-updated", prepare);
  prepare();
}
