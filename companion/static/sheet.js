// Score sheets: steppers, spaces on the board, saving as one goes, and sharing the result.
import { allSent, queue } from "./acts.js";
import { busy, hex, onRenewed } from "./page.js";

onRenewed(() => {
  for (const button of document.querySelectorAll("[data-step]")) button.hidden = false;
});

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

// A score sheet keeps itself a moment after the last change, and before it is left.
let unsaved = null;
let saving = 0;
function forget() {
  clearTimeout(saving);
  delete unsaved?.dataset.busy;
  unsaved = null;
}
function save() {
  if (!unsaved) return;
  const body = new URLSearchParams(new FormData(unsaved));
  body.set("id", `${hex(8)}-score`);
  // What is entered while this is on its way is newer than the page that answers it.
  queue(unsaved.action, body, () => !busy());
  forget();
}
document.addEventListener("change", (event) => {
  const form = event.target.closest("[data-autosave]");
  if (!form) return;
  forget();
  unsaved = form;
  form.dataset.busy = "unsaved";
  saving = setTimeout(save, 700);
});
document.addEventListener("submit", (event) => {
  if (event.target === unsaved) forget();
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
