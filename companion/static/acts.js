// Acts: sent without leaving the page, one after the other, until they are answered.
import { bringIntoView } from "./board.js";
import { hex, lifted, live, lost, pause, show } from "./page.js";

let leaving = false;
window.addEventListener("pagehide", () => { leaving = true; });
window.addEventListener("pageshow", () => { leaving = false; });

// The same act is sent until it is answered: its id makes it one act, however often it arrives.
// What is sent by a page that is just left outlives it.
async function send(address, body, isShown) {
  for (;;) {
    try {
      const answer = await fetch(address, { method: "POST", body, headers: { Accept: "text/html" }, keepalive: leaving });
      lost(false);
      if (answer.status >= 500) throw new Error(answer.status);
      if (answer.ok) navigator.vibrate?.(12);
      else if (answer.status === 409) navigator.vibrate?.([30, 40, 30]);
      const html = await answer.text();
      await lifted();
      if (isShown()) { show(html, answer.redirected ? answer.url : location.href); bringIntoView(); }
      return;
    } catch {
      lost(true);
      await pause(1500);
    }
  }
}

// One act after the other, in the order they were made. The page that answers it is shown, unless
// `isShown` then says that something newer is on this page.
let sending = Promise.resolve();
export function queue(address, body, isShown = () => true) {
  sending = sending.then(() => send(address, body, isShown));
}
export const allSent = () => sending;

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.method !== "post" || !live().contains(form)) return;
  event.preventDefault();
  document.activeElement?.blur();
  queue(form.action, new URLSearchParams(new FormData(form, event.submitter)));
  form.querySelectorAll("button").forEach((button) => { button.disabled = true; });
});

// A place whose tap completes a move sends it at once, on the board and in the list of places.
document.addEventListener("click", (event) => {
  const place = event.target.closest("a[data-move]");
  const link = event.target.closest("#live a[href*='/play']");
  if (place?.dataset.move) {
    event.preventDefault();
    const body = new URLSearchParams({ id: `${hex(8)}-play`, kind: "play", page: "play", move: place.dataset.move });
    const seat = new URL(place.href.baseVal ?? place.href, location.href).searchParams.get("seat");
    if (seat) body.set("seat", seat);
    queue(location.pathname.replace(/\/play$/, ""), body);
  } else if (link && !link.dataset.zoom) {
    event.preventDefault();
    follow(new URL(link.href.baseVal ?? link.href, location.href).href);
  }
});

// A tap that only leads towards a move is a link to the same page.
async function follow(address) {
  try {
    const html = await (await fetch(address, { headers: { Accept: "text/html" } })).text();
    await lifted();
    show(html, address);
    bringIntoView();
  } catch { location.assign(address); }
}
