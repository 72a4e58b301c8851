// Keep every open page of a proof up to date, and show its pictures as the reader wants them.
import { calibration } from "./proof-scale.js";
import "./proof-element.js";

const byId = (id) => document.getElementById(id);
const main = byId("main");
const lost = (isLost) => { byId("lost").hidden = !isLost; };
const kept = (name, value) => {
  try {
    if (value !== undefined) localStorage.setItem(`proof-${name}`, value);
    return localStorage.getItem(`proof-${name}`) ?? "";
  } catch { return ""; }
};

// What each picture shows now and showed before its last change, by its key.
let faces = {};
const addressOf = (digest) => `/picture/${digest}.svg`;
const pictures = () => document.querySelectorAll("img[data-key]");
let showsOld = false;
const show = () => {
  for (const picture of pictures()) {
    const [now, before] = faces[picture.dataset.key] ?? [];
    const wanted = showsOld && before ? before : now;
    if (wanted && picture.getAttribute("src") !== addressOf(wanted)) {
      // A picture that has changed is loaded at once, wherever it is on the page.
      picture.loading = "eager";
      picture.src = addressOf(wanted);
    }
  }
};

function showMistakes(mistakes) {
  const place = byId("mistakes");
  place.replaceChildren();
  if (!mistakes.length) return;
  const box = document.createElement("div");
  box.className = "fault";
  const [head, list] = [document.createElement("p"), document.createElement("ul")];
  const many = mistakes.length === 1 ? "a mistake" : `${mistakes.length} mistakes`;
  head.textContent = `The files have ${many}. The pictures are the last that could be drawn.`;
  const shown = mistakes.slice(0, 10);
  if (mistakes.length > shown.length) shown.push(`and ${mistakes.length - shown.length} more`);
  for (const mistake of shown) list.append(Object.assign(document.createElement("li"), { textContent: mistake }));
  box.append(head, list);
  place.append(box);
}

const isLow = () => kept("low") === "1";
let asked = 0;
async function update() {
  const number = ++asked;
  const response = await fetch(`/state${isLow() ? "?ink=low" : ""}`);
  const state = await response.json();
  if (number !== asked) return;
  faces = state.faces;
  show();
  if (String(state.revision) !== main.dataset.revision) {
    main.dataset.revision = state.revision;
    showMistakes(state.mistakes);
    setTimeout(() => { if (number === asked) replaceContent().catch(() => {}); }, 150);
  }
}

// Labels, findings and the order of faces follow a moment later. Pictures that stay keep their
// element, so that nothing flickers, and the focus stays on its link.
async function replaceContent() {
  const response = await fetch(location.href);
  if (!response.ok) return;
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const [old, next] = [byId("content"), page.getElementById("content")];
  if (!old || !next) return;
  const known = new Map([...old.querySelectorAll("img[data-key]")].map((one) => [one.dataset.key, one]));
  for (const picture of next.querySelectorAll("img[data-key]")) {
    const same = known.get(picture.dataset.key);
    if (!same) continue;
    same.alt = picture.alt;
    const source = picture.getAttribute("src");
    if (!(picture.dataset.key in faces) && same.getAttribute("src") !== source) same.src = source;
    picture.replaceWith(same);
  }
  const focus = document.activeElement?.closest("#content a")?.getAttribute("href");
  old.replaceChildren(...next.childNodes);
  if (focus) old.querySelector(`a[href="${CSS.escape(focus)}"]`)?.focus({ preventScroll: true });
  show();
  prepare();
  byId("updated").textContent = `Updated at ${new Date().toLocaleTimeString()}.`;
}

function listen() {
  const source = new EventSource(`/events?after=${main.dataset.revision}`);
  source.onopen = () => lost(false);
  source.onmessage = (message) => {
    lost(false);
    if (message.data !== main.dataset.revision) update().catch(() => lost(true));
  };
  source.onerror = () => {
    lost(true);
    source.close();
    // A proof that was started again counts from one: the page begins again too.
    setTimeout(() => fetch("/state").then((response) => response.json()).then((state) => {
      if (state.revision < Number(main.dataset.revision)) location.reload();
      else listen();
    }).catch(() => listen()), 1000);
  };
}

// Search, and one column's values.
const lines = () => [...document.querySelectorAll("li[data-values]")];
const valuesOf = (line) => { line.values ??= JSON.parse(line.dataset.values); return line.values; };
function filter() {
  const words = byId("search").value.toLowerCase().split(/\s+/).filter(Boolean);
  const [column, value] = [byId("column").value, byId("value").value];
  const kind = byId("kind")?.value;
  let [shown, all] = [0, 0];
  for (const section of document.querySelectorAll(".part")) {
    let any = false;
    const isShown = !kind || section.dataset.kind === kind;
    for (const line of section.querySelectorAll("li[data-values]")) {
      const values = valuesOf(line);
      const text = [line.textContent, line.dataset.row, ...Object.values(values)].join(" ").toLowerCase();
      const fits = isShown && words.every((word) => text.includes(word)) && (!column || (column in values && (!value || values[column] === value)));
      line.hidden = !fits;
      any ||= fits;
      all += 1;
      shown += fits;
    }
    section.hidden = !any;
    const chip = document.querySelector(`.chips a[href="#${CSS.escape(section.id)}"]`);
    if (chip) chip.hidden = !any;
  }
  byId("count").textContent = shown === all ? "" : `${shown} of ${all} faces`;
}

const fill = (select, options, first) => {
  const before = select.value;
  select.replaceChildren(new Option(first, ""), ...options.map((one) => new Option(one, one)));
  select.value = options.includes(before) ? before : "";
};
function fillValues() {
  const column = byId("column").value;
  const values = new Set(lines().map((line) => valuesOf(line)[column]).filter((value) => value !== undefined));
  const order = new Intl.Collator(undefined, { numeric: true });
  fill(byId("value"), [...values].sort(order.compare), "any");
  byId("value-label").hidden = !column;
}
function prepare() {
  calibration();
  if (!byId("search")) return;
  const columns = new Set([...document.querySelectorAll(".part[data-columns]")].flatMap((part) => part.dataset.columns.split(",")).filter(Boolean));
  fill(byId("column"), [...columns], "any");
  fillValues();
  filter();
  resize();
}

const resize = () => {
  const size = Number(byId("size").value);
  for (const list of document.querySelectorAll(".faces")) {
    const isLarge = list.closest(".part")?.matches(".kind-board, .kind-net, .kind-reading");
    list.style.setProperty("--face", `${isLarge ? size * 2 : size}px`);
  }
};

const on = (id, kind, act) => byId(id)?.addEventListener(kind, act);
on("search", "input", filter);
on("kind", "change", filter);
on("column", "change", () => { fillValues(); filter(); });
on("value", "change", filter);
on("size", "input", () => { kept("size", byId("size").value); resize(); });
on("view", "change", () => { document.body.dataset.view = kept("view", byId("view").value); });
on("fit", "change", () => { document.body.dataset.fit = kept("fit", byId("fit").checked ? "1" : ""); });
on("low", "change", () => { kept("low", byId("low").checked ? "1" : ""); update().catch(() => lost(true)); });
let blinking = 0;
on("blink", "change", () => {
  clearInterval(blinking);
  showsOld = false;
  if (byId("blink").checked) blinking = setInterval(() => { showsOld = !showsOld; show(); }, 700);
  show();
});
on("paper-form", "change", () => byId("paper-form").submit());
// "/" searches, arrow keys go to the faces beside this one.
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea, #true")) return;
  if (event.key === "/" && byId("search")) { event.preventDefault(); byId("search").focus(); }
  const link = { ArrowLeft: "prev", ArrowRight: "next" }[event.key];
  if (link) document.querySelector(`a[rel=${link}]`)?.click();
});

if (byId("size") && kept("size")) byId("size").value = kept("size");
if (byId("view")) { byId("view").value = kept("view"); document.body.dataset.view = byId("view").value; }
if (byId("fit")) { byId("fit").checked = kept("fit") === "1"; document.body.dataset.fit = kept("fit"); }
if (byId("low")) byId("low").checked = isLow();
prepare();
update().catch(() => lost(true));
listen();
