// Take from a newer page of a score sheet what has changed, without replacing the sheet: nothing
// that somebody types is lost, the focus stays, and the page does not move.
import { liveRegion } from "./page.js";

const isBox = (control) => ["checkbox", "radio"].includes(control.type);

// Whether a control was changed after `sent` was read from its form.
const isNewer = (control, sent) => (isBox(control)
  ? sent.getAll(control.name).includes(control.value) !== control.checked
  : sent.getAll(control.name).at(-1) !== control.value);

function takeValues(form, fresh, sent) {
  for (const control of fresh.elements) {
    const old = control.id ? document.getElementById(control.id) : form.elements[control.name];
    if (!old || old instanceof RadioNodeList || control.tagName === "BUTTON") continue;
    if (control.type === "hidden") { if (old.type === "hidden") old.value = control.value; continue; }
    if (control.ariaInvalid) old.setAttribute("aria-invalid", "true");
    else old.removeAttribute("aria-invalid");
    if (old === document.activeElement || old.disabled || isNewer(old, sent)) continue;
    if (isBox(control)) old.checked = control.checked;
    else old.value = control.value;
  }
}

// A table of rows grows at its end.
function takeRows(form, fresh) {
  const bodies = form.querySelectorAll(".rows tbody");
  fresh.querySelectorAll(".rows tbody").forEach((body, i) => {
    bodies[i]?.append(...[...body.rows].slice(bodies[i].rows.length));
  });
}

function takeRegions(next) {
  for (const region of next.querySelectorAll("[data-live]")) {
    const old = document.getElementById(region.id);
    if (!old || old.innerHTML === region.innerHTML) continue;
    const open = [...old.querySelectorAll("details")].map((one) => one.open);
    region.querySelectorAll("details").forEach((one, i) => { one.open = open[i] ?? one.open; });
    old.replaceChildren(...region.childNodes);
  }
}

function showFault(next) {
  const fault = next.querySelector(":scope > .fault[role=alert]");
  liveRegion().querySelector(":scope > .fault[role=alert]")?.remove();
  if (fault) liveRegion().prepend(fault);
  return fault !== null;
}

// Returns false if the page is not one of the same sheet. `sent` is what the sheet said when it
// was saved.
export function refreshSheet(html, sent) {
  const next = new DOMParser().parseFromString(html, "text/html").getElementById("live");
  const form = document.querySelector("[data-autosave]");
  const fresh = next?.querySelector("[data-autosave]");
  if (!form || form.dataset.sheet !== fresh?.dataset.sheet) return false;
  if (showFault(next)) return true;
  takeValues(form, fresh, sent);
  takeRows(form, fresh);
  takeRegions(next);
  Object.assign(liveRegion().dataset, next.dataset);
  return true;
}
