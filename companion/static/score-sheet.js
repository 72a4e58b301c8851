// Score sheets: steppers, spaces on the board, automatic saving, and sharing the result.
import { allSent, queueAct } from "./acts.js";
import { isEditing, onPageUpdate, randomHex, showPage } from "./page.js";
import { refreshSheet } from "./sheet-refresh.js";

onPageUpdate(() => {
  for (const button of document.querySelectorAll("[data-step]")) button.hidden = button.parentElement.querySelector("input").disabled;
  for (const painters of document.querySelectorAll(".painters")) painters.hidden = false;
});

// A stepper counts once for a tap, and goes on while it is held.
const HOLD_MS = 400;
const REPEAT_MS = 120;
let holding = 0;
let wasHeld = false;
function step(button) {
  const field = button.parentElement.querySelector("input");
  const value = (Number(field.value) || 0) + Number(button.dataset.step);
  field.value = Math.min(Number(field.max), Math.max(Number(field.min), value));
  field.dispatchEvent(new Event("change", { bubbles: true }));
}
function hold(button) {
  if (!button.isConnected) return;
  wasHeld = true;
  holding = setTimeout(hold, REPEAT_MS, button);
  step(button);
}
document.addEventListener("pointerdown", (event) => {
  const button = event.target.closest("[data-step]");
  wasHeld = false;
  if (button && event.isPrimary) holding = setTimeout(hold, HOLD_MS, button);
});
for (const end of ["pointerup", "pointercancel", "blur"]) window.addEventListener(end, () => { clearTimeout(holding); });
document.addEventListener("contextmenu", (event) => {
  if (event.target.closest("[data-step]")) event.preventDefault();
});
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-step]");
  if (button && !wasHeld) step(button);
});

// Spaces on the drawn board stand for the checkboxes in the list below it. On the sheet of all
// players a space belongs to the player who is chosen above the board.
const boxOf = (spot, seat) => document.getElementById(spot.dataset.box ?? `entry.${seat}.${spot.dataset.field}.${spot.dataset.space}`);
const paintersOf = (spot) => [...document.getElementsByName(`painter-${spot.dataset.field}`)];
// A space is drawn in the colour and with the mark of whoever has it.
function paint(spot) {
  const { box: own, field, space } = spot.dataset;
  const boxes = own ? [boxOf(spot)] : [...document.querySelectorAll(`[id^="entry."][id$=".${field}.${space}"]`)];
  const box = boxes.find((one) => one.checked);
  const { colour = "", owner } = box?.dataset ?? spot.dataset;
  spot.setAttribute("class", `spot ${colour}${box || !owner ? "" : " other"}`);
  spot.setAttribute("aria-checked", Boolean(box));
  spot.setAttribute("aria-label", spot.dataset.label + (owner ? `: ${owner}` : ""));
  spot.querySelector(".mark").setAttribute("href", colour ? `#mark-${colour}` : "");
}
function toggle(spot) {
  const painters = paintersOf(spot);
  const chosen = painters.find((one) => one.checked)?.value;
  const box = boxOf(spot, chosen);
  if (!box || box.disabled) return;
  box.checked = !box.checked;
  for (const other of painters) if (other.value !== chosen) boxOf(spot, other.value).checked = false;
  paint(spot);
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

// Save a moment after the last change, and before the page is left.
let unsaved = null;
let saving = 0;
function markSaved() {
  clearTimeout(saving);
  delete unsaved?.dataset.editing;
  unsaved = null;
}
// The answer changes what is said about the entries. The entries themselves stay where they are.
const showSaved = (sent) => (html, address) => {
  if (refreshSheet(html, sent)) {
    document.querySelectorAll(".spot").forEach(paint);
    document.dispatchEvent(new Event("page-updated"));
  } else if (!isEditing()) showPage(html, address);
};
function save() {
  if (!unsaved) return;
  const body = new URLSearchParams(new FormData(unsaved));
  body.set("id", `${randomHex(8)}-score`);
  queueAct(unsaved.action, body, showSaved(body));
  markSaved();
}
document.addEventListener("change", (event) => {
  const form = event.target.closest("[data-autosave]");
  if (!form || event.target.form !== form) return;
  markSaved();
  unsaved = form;
  form.dataset.editing = "unsaved";
  saving = setTimeout(save, 700);
});
// What was entered before this script ran.
const isChanged = (control) => ("defaultChecked" in control && ["checkbox", "radio"].includes(control.type)
  ? control.checked !== control.defaultChecked
  : "defaultValue" in control && control.value !== control.defaultValue);
for (const form of document.querySelectorAll("[data-autosave]")) {
  [...form.elements].find(isChanged)?.dispatchEvent(new Event("change", { bubbles: true }));
}
document.addEventListener("submit", (event) => {
  if (event.target === unsaved) markSaved();
  else save();
}, true);
document.addEventListener("visibilitychange", save);
window.addEventListener("pagehide", save);
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[href]");
  if (!link || !unsaved || event.defaultPrevented) return;
  event.preventDefault();
  save();
  allSent().then(() => { location.assign(link.href); });
});
