// Acts: sent without leaving the page, one after the other, until they are answered.
import { hex, live, lost, pause, show } from "./page.js";

// The same act is sent until it is answered: its id makes it one act, however often it arrives.
async function send(address, body) {
  for (;;) {
    try {
      const answer = await fetch(address, { method: "POST", body, headers: { Accept: "text/html" } });
      lost(false);
      if (answer.status >= 500) throw new Error(answer.status);
      if (answer.ok) navigator.vibrate?.(12);
      else if (answer.status === 409) navigator.vibrate?.([30, 40, 30]);
      show(await answer.text(), answer.redirected ? answer.url : location.href);
      return;
    } catch {
      lost(true);
      await pause(1500);
    }
  }
}

let sending = Promise.resolve();
// One act after the other, in the order they were made.
export function queue(address, body) {
  sending = sending.then(() => send(address, body));
  return sending;
}
export const allSent = () => sending;

function submit(form, submitter) {
  const body = new URLSearchParams(new FormData(form, submitter));
  const address = form.action;
  form.querySelectorAll("button").forEach((button) => { button.disabled = true; });
  queue(address, body);
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.method !== "post" || !live().contains(form)) return;
  event.preventDefault();
  document.activeElement?.blur();
  submit(form, event.submitter);
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
    const address = new URL(link.href.baseVal ?? link.href, location.href).href;
    fetch(address, { headers: { Accept: "text/html" } }).then((a) => a.text())
      .then((html) => show(html, address)).catch(() => { location.assign(address); });
  }
});
