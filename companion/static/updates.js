// Keep the page up to date by an event stream, or by polling where no stream comes through.
import { allSent } from "./acts.js";
import { isEditing, liveRegion, pointerReleased, revision, showLost, showPage, showTurn, sleep } from "./page.js";

let waiting = 0;
function retryIn(milliseconds) {
  clearTimeout(waiting);
  waiting = setTimeout(catchUp, milliseconds);
}

// Somebody who types learns that it is their turn, once for each new revision.
let [announced, glanced] = [0, 0];
async function glance(address) {
  if (glanced >= announced) return;
  glanced = announced;
  try {
    const response = await fetch(address, { headers: { Accept: "text/html" } });
    if (response.ok && isEditing()) showTurn(await response.text());
  } catch { /* the stream reports a lost connection */ }
}

// An act that is being sent brings its own page. A page requested before that, at an address with the
// taps of that act's move, would show them as taps of the next move.
export async function catchUp() {
  const sent = allSent();
  await sent;
  const address = location.href;
  if (isEditing()) { glance(address); retryIn(500); return; }
  try {
    const response = await fetch(address, { headers: { Accept: "text/html" } });
    if (!response.ok) throw new Error(response.status);
    const html = await response.text();
    await pointerReleased();
    // The act's own page may have arrived meanwhile: keep a page that is up to date.
    const known = Number(/data-revision="(\d+)"/.exec(html)?.[1]);
    if (known > revision()) {
      if (!isEditing() && location.href === address && allSent() === sent) showPage(html, address);
      else retryIn(500);
    }
    showLost(false);
  } catch {
    showLost(true);
    retryIn(2000);
  }
}

// Whether the server answers. The service worker never answers this request from its cache.
async function checkRevision() {
  try {
    const response = await fetch(liveRegion().dataset.revisionUrl);
    const known = (await response.json()).revision;
    showLost(false);
    if (known > revision()) await catchUp();
    return true;
  } catch {
    showLost(true);
    return false;
  }
}

let polling = false;
async function poll() {
  if (polling) return;
  polling = true;
  let wasDown = false;
  for (;;) {
    await sleep(2000);
    const answered = await checkRevision();
    // The server was down, not the stream: it is back.
    if (answered && wasDown) { polling = false; failures = 0; listen(); return; }
    if (!answered) wasDown = true;
  }
}

let failures = 0;
export function listen() {
  const source = new EventSource(`${liveRegion().dataset.streamUrl}?after=${revision()}`);
  source.onmessage = (message) => {
    failures = 0;
    showLost(false);
    announced = Number(message.data);
    if (announced > revision()) catchUp();
  };
  source.onopen = () => { failures = 0; showLost(false); };
  source.onerror = () => {
    showLost(true);
    source.close();
    failures += 1;
    // Poll where the network blocks streams.
    if (failures >= 5) poll();
    else setTimeout(() => { catchUp(); listen(); }, 2000);
  };
}

// A phone without a network says so at once: its stream may not notice for minutes. A server on the
// phone itself keeps answering.
window.addEventListener("offline", async () => {
  showLost(true);
  do {
    await sleep(1000);
    await checkRevision();
  } while (!navigator.onLine);
});
window.addEventListener("online", catchUp);
