// Score sheets: steppers, spaces on the board, saving as one goes, and sharing the result.
import { queue } from "./acts.js";
import { hex, onRenewed } from "./page.js";

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

// A score sheet keeps itself a moment after the last change.
let saving = 0;
document.addEventListener("change", (event) => {
  const form = event.target.closest("[data-autosave]");
  if (!form) return;
  clearTimeout(saving);
  saving = setTimeout(() => {
    const body = new URLSearchParams(new FormData(form));
    body.set("id", `${hex(8)}-score`);
    queue(form.action, body);
  }, 700);
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
