// News: the page is kept as new as the table, by a stream, or by asking where none comes through.
import { allSent } from "./acts.js";
import { busy, lifted, live, lost, pause, revision, show } from "./page.js";

let waiting = 0;
function again(milliseconds) {
  clearTimeout(waiting);
  waiting = setTimeout(catchUp, milliseconds);
}

// An act that is on its way brings a page of its own; a page asked for before that, at an address
// with taps of a move that is made by now, would show them as taps of the next move.
export async function catchUp() {
  const sent = allSent();
  await sent;
  const address = location.href;
  if (busy()) { again(500); return; }
  try {
    const answer = await fetch(address, { headers: { Accept: "text/html" } });
    if (!answer.ok) throw new Error(answer.status);
    const html = await answer.text();
    await lifted();
    // The act's own page may have come meanwhile: a page that is new already stays as it is.
    const known = Number(/data-revision="(\d+)"/.exec(html)?.[1]);
    if (known > revision()) {
      if (!busy() && location.href === address && allSent() === sent) show(html, address);
      else again(500);
    }
    lost(false);
  } catch {
    lost(true);
    again(2000);
  }
}

// Whether the server answers, by a question that no worker answers out of what it kept.
async function ask() {
  try {
    const answer = await fetch(live().dataset.asks);
    const known = (await answer.json()).revision;
    lost(false);
    if (known > revision()) await catchUp();
    return true;
  } catch {
    lost(true);
    return false;
  }
}

let polling = false;
async function poll() {
  if (polling) return;
  polling = true;
  let away = false;
  for (;;) {
    await pause(2000);
    const answered = await ask();
    // It was the server that was away, not the stream: it is back.
    if (answered && away) { polling = false; silent = 0; listen(); return; }
    if (!answered) away = true;
  }
}

let silent = 0;
export function listen() {
  const source = new EventSource(`${live().dataset.live}?after=${revision()}`);
  source.onmessage = (news) => {
    silent = 0;
    lost(false);
    if (Number(news.data) > revision()) catchUp();
  };
  source.onopen = () => { silent = 0; lost(false); };
  source.onerror = () => {
    lost(true);
    source.close();
    silent += 1;
    // A network that lets no stream through is asked for news instead.
    if (silent >= 5) poll();
    else setTimeout(() => { catchUp(); listen(); }, 2000);
  };
}

// A phone that knows it has no network says so at once; its stream may not notice for minutes, and
// what was on its way still comes through it. A server on the phone itself goes on answering.
window.addEventListener("offline", async () => {
  lost(true);
  do {
    await pause(1000);
    await ask();
  } while (!navigator.onLine);
});
window.addEventListener("online", catchUp);
