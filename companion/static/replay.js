// Steps without loading whole pages, by tap, arrow key or by themselves. Without this script the same
// links load pages.
const SECONDS = 2.5;
const KEYS = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" };
let timer;
let newest = 0;

const shown = () => document.getElementById("replay");
const link = (step) => shown().querySelector(`a[data-go="${step}"]`);

const show = async (address, { keep = "" } = {}) => {
  const request = ++newest;
  clearTimeout(timer);
  const response = await fetch(address);
  if (!response.ok) throw new Error(response.statusText);
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const picture = new Image();
  picture.src = page.querySelector(".replay-table img").src;
  await picture.decode().catch(() => {});
  if (request !== newest) return;
  const focused = shown().contains(document.activeElement) && document.activeElement.dataset.go;
  document.title = page.title;
  const parts = [...page.querySelectorAll("main > *")];
  for (const [index, part] of [...document.querySelectorAll("main > *")].entries()) {
    if (part.id === "said" || !parts[index]) continue;
    parts[index].open = part.open;
    part.replaceWith(parts[index]);
  }
  history.replaceState(null, "", address);
  if (focused) (link(keep || focused) ?? link("play") ?? link("pause"))?.focus({ preventScroll: true });
  const words = [...shown().querySelectorAll(".lines li, .comment")].map((one) => one.textContent);
  document.getElementById("said").textContent = words.join(" ");
  continuePlaying();
};

const go = (address, options) => show(address, options).catch(() => location.assign(address));

const continuePlaying = () => {
  clearTimeout(timer);
  const next = link("forward");
  if (!("playing" in shown().dataset) || !next) return;
  const address = new URL(next.href);
  address.searchParams.set("play", "1");
  timer = setTimeout(() => go(address, { keep: "pause" }), SECONDS * 1000);
};

addEventListener("click", (event) => {
  const step = event.target.closest?.("a[data-go]");
  if (!step || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  go(step.href, { keep: { play: "pause", pause: "play" }[step.dataset.go] ?? step.dataset.go });
});
addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target.matches("input, textarea, select")) return;
  const step = link(KEYS[event.key] ?? "");
  if (!step) return;
  event.preventDefault();
  go(step.href);
});
continuePlaying();
