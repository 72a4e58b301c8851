// Name the line of a template that drew what is under a click, or under the cross that arrow keys move.
const STEP_MM = 1;
const LARGE_STEP_MM = 5;
let at = null;

const place = () => document.getElementById("true");
const picture = () => place().querySelector("img");
const width = () => Number(picture().dataset.mm);
const scale = () => picture().clientWidth / width();

function moveTo(x, y) {
  const height = picture().clientHeight / scale();
  at = [Math.min(Math.max(x, 0), width()), Math.min(Math.max(y, 0), height)];
  const cross = document.getElementById("cross");
  cross.hidden = false;
  cross.style.left = `${at[0] * scale()}px`;
  cross.style.top = `${at[1] * scale()}px`;
}

async function name() {
  const asked = at;
  const key = place().dataset.key.split("/").map(encodeURIComponent).join("/");
  const response = await fetch(`/element/${key}?x=${at[0]}&y=${at[1]}`);
  const found = response.ok ? (await response.json()).place : null;
  if (asked === at) document.getElementById("element").textContent = found ?? "There is nothing here but paper.";
}

document.addEventListener("click", (event) => {
  if (event.target !== place()?.querySelector("img")) return;
  moveTo(event.offsetX / scale(), event.offsetY / scale());
  name();
});
document.addEventListener("keydown", (event) => {
  if (event.target !== place() || event.ctrlKey || event.metaKey || event.altKey) return;
  const [x, y] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1], Enter: [0, 0] }[event.key] ?? [];
  if (x === undefined) return;
  event.preventDefault();
  const step = event.shiftKey ? LARGE_STEP_MM : STEP_MM;
  const [left, top] = at ?? [width() / 2, picture().clientHeight / scale() / 2];
  moveTo(left + x * step, top + y * step);
  if (event.key === "Enter") name();
});
