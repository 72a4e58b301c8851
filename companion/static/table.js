// Keeps a table's page as new as the table, and sends what is done without leaving the page.
// Everything here also works as plain forms and links.
const live = () => document.getElementById("live");
const revision = () => Number(live().dataset.revision);
const lostSign = document.getElementById("lost");
const lost = (isLost) => { lostSign.hidden = !isLost; };
const pause = (milliseconds) => new Promise((done) => { setTimeout(done, milliseconds); });
const hex = (count) => Array.from(crypto.getRandomValues(new Uint8Array(count)),
  (byte) => byte.toString(16).padStart(2, "0")).join("");

// --- the page ------------------------------------------------------------------------------------

function show(html, address) {
  const page = new DOMParser().parseFromString(html, "text/html");
  const fresh = page.getElementById("live");
  if (!fresh) { location.assign(address); return; }
  const open = [...live().querySelectorAll("details")].map((one) => one.open);
  const boards = [...live().querySelectorAll(".board")].map((one) => [one.scrollLeft, one.scrollTop, one.className, one.dataset.focus]);
  const focused = document.activeElement?.id;
  const asked = live().querySelector(".turns small") !== null;
  live().replaceWith(fresh);
  const tabs = page.querySelector(".tabs");
  if (tabs) document.querySelector(".tabs")?.replaceWith(tabs);
  fresh.querySelectorAll("details").forEach((one, i) => { if (open[i]) one.open = true; });
  fresh.querySelectorAll(".board").forEach((one, i) => {
    if (!boards[i] || boards[i][3] !== one.dataset.focus) { lookAtFocus(one); return; }
    const zoom = /zoomed zoom-(.)/.exec(boards[i][2]);
    if (zoom) zoomTo(one, zoom[1]);
    [one.scrollLeft, one.scrollTop] = boards[i];
  });
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  if (address && address !== location.href) history.replaceState(null, "", address);
  prepare();
  fresh.querySelector(".fault[role=alert]")?.scrollIntoView({ block: "center" });
  // When it becomes one's turn, or ceases to be, what happens is told at the top.
  const headline = fresh.querySelector(".headline");
  if (headline && (fresh.querySelector(".turns small") !== null) !== asked
    && headline.getBoundingClientRect().top < 0) headline.scrollIntoView();
}

function zoomTo(board, step) {
  board.className = `board zoomed zoom-${step}`;
  document.querySelectorAll(".zooms [data-zoom]").forEach((chip) => {
    if (chip.dataset.zoom === String(step)) chip.setAttribute("aria-current", "true");
    else chip.removeAttribute("aria-current");
  });
}

// A board opens where things happen, as near as all of that fits.
function lookAtFocus(board) {
  if (!board.dataset.focus) return;
  const [x, y, width, height] = board.dataset.focus.split(" ").map(Number);
  const plane = board.querySelector("svg").viewBox.baseVal;
  for (const step of [3, 2, 1]) {
    zoomTo(board, step);
    const wide = (width / plane.width) * board.scrollWidth <= board.clientWidth;
    if (wide && (height / plane.height) * board.scrollHeight <= board.clientHeight) break;
  }
  board.scrollLeft = ((x + width / 2 - plane.x) / plane.width) * board.scrollWidth - board.clientWidth / 2;
  board.scrollTop = ((y + height / 2 - plane.y) / plane.height) * board.scrollHeight - board.clientHeight / 2;
}

// While somebody is typing or choosing, the page under their finger must not change.
const busy = () => {
  const active = document.activeElement;
  const typing = active && ["INPUT", "SELECT", "TEXTAREA"].includes(active.tagName) && active.type !== "checkbox";
  return typing || live().querySelector(".pick input:checked, .pick.started, .finger") !== null;
};

// An act that is on its way brings a page of its own; a page asked for before that, at an address
// with taps of a move that is made by now, would show them as taps of the next move.
async function catchUp() {
  await sending;
  const address = location.href;
  if (busy()) { setTimeout(catchUp, 500); return; }
  try {
    const answer = await fetch(address, { headers: { Accept: "text/html" } });
    if (!answer.ok) throw new Error(answer.status);
    const html = await answer.text();
    // The act's own page may have come meanwhile: a page that is new already stays as it is.
    const known = Number(/data-revision="(\d+)"/.exec(html)?.[1]);
    if (known > revision()) {
      if (!busy() && location.href === address) show(html, address);
      else setTimeout(catchUp, 500);
    }
    lost(false);
  } catch {
    lost(true);
    setTimeout(catchUp, 2000);
  }
}

// --- news ----------------------------------------------------------------------------------------

let polling = false;
async function poll() {
  if (polling) return;
  polling = true;
  for (;;) {
    await pause(2000);
    try {
      const answer = await fetch(live().dataset.asks);
      const known = (await answer.json()).revision;
      lost(false);
      if (known > revision()) await catchUp();
    } catch { lost(true); }
  }
}

let silent = 0;
function listen() {
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

// --- acts ----------------------------------------------------------------------------------------

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
function queue(form, submitter) {
  const body = new URLSearchParams(new FormData(form, submitter));
  const address = form.action;
  form.querySelectorAll("button").forEach((button) => { button.disabled = true; });
  sending = sending.then(() => send(address, body));
  return sending;
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.method !== "post" || !live().contains(form)) return;
  event.preventDefault();
  document.activeElement?.blur();
  queue(form, event.submitter);
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
    sending = sending.then(() => send(location.pathname.replace(/\/play$/, ""), body));
  } else if (link && !link.dataset.zoom) {
    event.preventDefault();
    const address = new URL(link.href.baseVal ?? link.href, location.href).href;
    fetch(address, { headers: { Accept: "text/html" } }).then((a) => a.text())
      .then((html) => show(html, address)).catch(() => { location.assign(address); });
  }
});

// A finger is wider than a ring: a tap beside it means the nearest one.
const REACH = 26;
document.addEventListener("click", (event) => {
  const board = event.target.closest(".board > svg");
  if (!board || event.target.closest("a")) return;
  const rings = [...board.querySelectorAll(".tap .halo")].map((ring) => {
    const box = ring.getBoundingClientRect();
    return [Math.hypot(event.clientX - box.x - box.width / 2, event.clientY - box.y - box.height / 2), ring];
  });
  const [away, nearest] = rings.reduce((best, one) => (one[0] < best[0] ? one : best), [REACH, null]);
  if (away < REACH) nearest.parentNode.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
});

// Where the phone can share files, a picture is shared; elsewhere it is opened.
document.addEventListener("click", async (event) => {
  const link = event.target.closest("[data-share]");
  if (!link || !navigator.canShare) return;
  event.preventDefault();
  try {
    const picture = await (await fetch(link.href)).blob();
    const files = [new File([picture], "result.png", { type: picture.type })];
    if (navigator.canShare({ files })) await navigator.share({ files });
    else location.assign(link.href);
  } catch (fault) { if (fault.name !== "AbortError") location.assign(link.href); }
});

// --- small helps ---------------------------------------------------------------------------------

function prepare() {
  for (const field of document.querySelectorAll("[data-entropy]")) field.value = hex(16);
  for (const button of document.querySelectorAll("[data-step]")) button.hidden = false;
  document.querySelectorAll(".zooms [data-zoom]").forEach((chip) => {
    chip.onclick = (event) => {
      event.preventDefault();
      const board = live().querySelector(".board");
      const middle = [(board.scrollLeft + board.clientWidth / 2) / board.scrollWidth,
        (board.scrollTop + board.clientHeight / 2) / board.scrollHeight];
      zoomTo(board, chip.dataset.zoom);
      board.scrollLeft = middle[0] * board.scrollWidth - board.clientWidth / 2;
      board.scrollTop = middle[1] * board.scrollHeight - board.clientHeight / 2;
    };
  });
  preparePicks();
  prepareFingers();
  tick();
  tellAwake();
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-step]");
  if (!button) return;
  const field = button.parentElement.querySelector("input");
  const value = (Number(field.value) || 0) + Number(button.dataset.step);
  field.value = Math.min(Number(field.max), Math.max(Number(field.min), value));
  field.dispatchEvent(new Event("change", { bubbles: true }));
});

// Spaces on a drawn board are the boxes of the list below it.
function toggle(spot) {
  const box = document.getElementById(spot.dataset.box);
  if (!box || box.disabled) return;
  box.checked = !box.checked;
  spot.setAttribute("aria-checked", box.checked);
  box.dispatchEvent(new Event("change", { bubbles: true }));
}
document.addEventListener("click", (event) => {
  const spot = event.target.closest(".spot");
  if (spot) { event.preventDefault(); toggle(spot); }
});
document.addEventListener("keydown", (event) => {
  if (event.target.closest?.(".spot") && [" ", "Enter"].includes(event.key)) {
    event.preventDefault();
    toggle(event.target.closest(".spot"));
  }
});

// A score sheet keeps itself a moment after the last change.
let saving = 0;
document.addEventListener("change", (event) => {
  const form = event.target.closest("[data-autosave]");
  if (!form) return;
  clearTimeout(saving);
  saving = setTimeout(() => {
    const body = new URLSearchParams(new FormData(form));
    body.set("id", `${hex(8)}-score`);
    sending = sending.then(() => send(form.action, body));
  }, 700);
});

// Cards to programme are tapped in their order; without this script they are chosen from lists.
function preparePicks() {
  for (const form of document.querySelectorAll(".pick.ordered")) {
    const selects = [...form.querySelectorAll("select")];
    if (!selects.length || form.querySelector(".cards")) continue;
    const list = document.createElement("ul");
    list.className = "cards items";
    const options = [...selects[0].options].filter((option) => option.value);
    const alone = new Set(options.filter((option) => "alone" in option.dataset).map((option) => option.value));
    const order = [];
    const ready = form.querySelector("button.big");
    const counted = document.createElement("span");
    ready.append(counted);
    const paint = () => {
      form.classList.toggle("started", order.length > 0);
      ready.disabled = order.length < Number(form.dataset.least);
      counted.textContent = `${order.length} / ${selects.length}`;
      selects.forEach((select, i) => { select.value = order[i] ?? ""; });
      list.querySelectorAll("button").forEach((button) => {
        const place = order.indexOf(button.value);
        button.setAttribute("aria-pressed", place >= 0);
        button.querySelector(".order").textContent = place >= 0 ? place + 1 : "";
      });
    };
    for (const option of options) {
      const item = document.createElement("li");
      const button = document.createElement("button");
      button.type = "button";
      button.value = option.value;
      button.className = "card";
      const number = document.createElement("span");
      number.className = "order";
      button.append(number);
      if (option.dataset.face) {
        const picture = document.createElement("img");
        picture.src = option.dataset.face;
        picture.alt = option.textContent;
        button.append(picture);
      } else button.append(option.textContent);
      button.onclick = () => {
        const place = order.indexOf(option.value);
        const other = order.findIndex((one) => alone.has(one));
        if (place >= 0) order.splice(place, 1);
        else if (alone.has(option.value) && other >= 0) order[other] = option.value;
        else if (order.length < selects.length) order.push(option.value);
        paint();
      };
      item.append(button);
      list.append(item);
    }
    form.querySelector(".slots").before(list);
    form.querySelector(".slots").hidden = true;
    selects.forEach((select) => { select.required = false; });
    paint();
  }
}

// --- timer ---------------------------------------------------------------------------------------

const ahead = Number(live().dataset.now) - Date.now();
let ticking = 0;
function tick() {
  clearTimeout(ticking);
  const box = document.querySelector("[data-until]");
  if (!box) return;
  const left = Math.round((Number(box.dataset.until) - Date.now() - ahead) / 1000);
  box.textContent = left > 0 ? `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}` : "0:00";
  if (left > 0) ticking = setTimeout(tick, 250);
  else if (!box.dataset.rung) { box.dataset.rung = "yes"; navigator.vibrate?.([200, 100, 200]); }
}

// --- fingers -------------------------------------------------------------------------------------

// Everybody holds a finger on one phone; when they have been still for a while, one is chosen.
function prepareFingers() {
  const pad = document.getElementById("fingers");
  if (!pad || !("ontouchstart" in window)) return;
  pad.closest("details").hidden = false;
  pad.textContent = pad.dataset.waiting;
  let waiting = 0;
  pad.ontouchstart = pad.ontouchend = pad.ontouchcancel = (event) => {
    event.preventDefault();
    clearTimeout(waiting);
    const touches = [...event.targetTouches];
    pad.replaceChildren(...touches.map((touch) => dot(pad, touch)));
    if (touches.length > 1) waiting = setTimeout(() => choose(pad, touches), 1500);
  };
}
function dot(pad, touch) {
  const box = pad.getBoundingClientRect();
  const mark = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  mark.setAttribute("class", "finger");
  mark.setAttribute("viewBox", "-50 -50 100 100");
  mark.setAttribute("width", 100);
  mark.setAttribute("height", 100);
  const circle = document.createElementNS("http://www.w3.org/2000/svg", "circle");
  circle.setAttribute("r", 44);
  mark.append(circle);
  // A style set by a script on an element is allowed; only style in the page's text is not.
  mark.style.left = `${touch.clientX - box.left - 50}px`;
  mark.style.top = `${touch.clientY - box.top - 50}px`;
  return mark;
}
async function choose(pad, touches) {
  const act = new URLSearchParams({ id: `${hex(8)}-finger`, kind: "finger", page: "tools", fingers: touches.length });
  const answer = await fetch(pad.dataset.action, { method: "POST", body: act });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const chosen = Number(page.getElementById("live")?.dataset.finger ?? 0);
  navigator.vibrate?.(60);
  const words = document.createElement("p");
  words.textContent = pad.dataset.chosen;
  pad.replaceChildren(dot(pad, touches[chosen]), words);
}

// --- screen --------------------------------------------------------------------------------------

let awake = false;
function tellAwake() {
  const sign = document.getElementById("awake");
  if (sign) sign.textContent = awake ? sign.dataset.on : sign.dataset.off;
}
async function stayAwake() {
  try {
    await navigator.wakeLock.request("screen");
    awake = true;
  } catch { awake = false; }
  tellAwake();
}

prepare();
const lookAgain = () => document.querySelectorAll(".board").forEach(lookAtFocus);
lookAgain();
matchMedia("(orientation: portrait)").addEventListener("change", lookAgain);
listen();
stayAwake();
document.addEventListener("visibilitychange", () => {
  if (document.hidden) return;
  catchUp();
  stayAwake();
});
