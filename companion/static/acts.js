// Send acts without leaving the page, one after the other, until they are answered.
import { bringIntoView } from "./board.js";
import { leaveForm, liveRegion, pointerReleased, randomHex, showLost, showPage, sleep } from "./page.js";

let leaving = false;
window.addEventListener("pagehide", () => { leaving = true; });
window.addEventListener("pageshow", () => { leaving = false; });

// Retries until the act is answered; its id makes it one act, however often it arrives. A request
// made while the page is being left outlives the page.
async function send(address, body, show) {
  for (;;) {
    try {
      const response = await fetch(address, { method: "POST", body, headers: { Accept: "text/html" }, keepalive: leaving });
      showLost(false);
      if (response.status >= 500) throw new Error(response.status);
      if (response.status === 429) { await sleep(1000 * (Number(response.headers.get("Retry-After")) || 1)); continue; }
      if (response.ok) navigator.vibrate?.(12);
      else if (response.status === 409) navigator.vibrate?.([30, 40, 30]);
      const html = await response.text();
      await pointerReleased();
      show(html, response.redirected ? response.url : location.href);
      return;
    } catch {
      showLost(true);
      await sleep(1500);
    }
  }
}

const showAnswer = (html, address) => { showPage(html, address); bringIntoView(); };

// Acts are sent in order. `show` is given the page that answers.
let sending = Promise.resolve();
export function queueAct(address, body, show = showAnswer) {
  sending = sending.then(() => send(address, body, show));
}
export const allSent = () => sending;

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.method !== "post" || !liveRegion().contains(form)) return;
  // The answer to such a button is a page without a table.
  if (event.submitter?.dataset.leave !== undefined) return;
  event.preventDefault();
  leaveForm();
  queueAct(form.action, new URLSearchParams(new FormData(form, event.submitter)));
  form.querySelectorAll("button").forEach((button) => { button.disabled = true; });
});

// Tapping a place that completes a move sends it at once, on the board and in the list of places.
document.addEventListener("click", (event) => {
  const place = event.target.closest("a[data-move]");
  const link = event.target.closest("#live a[href*='/play']:not(.piece)");
  if (place?.dataset.move) {
    event.preventDefault();
    const body = new URLSearchParams({ id: `${randomHex(8)}-play`, kind: "play", page: "play", move: place.dataset.move });
    const seat = new URL(place.href.baseVal ?? place.href, location.href).searchParams.get("seat");
    if (seat) body.set("seat", seat);
    queueAct(location.pathname.replace(/\/play$/, ""), body);
  } else if (link && !link.dataset.zoom) {
    event.preventDefault();
    follow(new URL(link.href.baseVal ?? link.href, location.href).href);
  }
});

// A tap that only begins a move is a link to the same page.
async function follow(address) {
  try {
    const html = await (await fetch(address, { headers: { Accept: "text/html" } })).text();
    await pointerReleased();
    showPage(html, address);
    bringIntoView();
  } catch { location.assign(address); }
}
