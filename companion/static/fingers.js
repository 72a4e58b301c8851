// Who starts, by touch.
import { hex, lost, onRenewed, pause } from "./page.js";

const SHOWN = 4000;

// Everybody holds a finger on one phone; when they have been still for a while, one is chosen.
function prepareFingers() {
  const pad = document.getElementById("fingers");
  if (!pad || !("ontouchstart" in window)) return;
  pad.closest("details").hidden = false;
  pad.textContent = pad.dataset.waiting;
  let waiting = 0;
  pad.ontouchstart = pad.ontouchend = pad.ontouchcancel = (event) => {
    event.preventDefault();
    if (pad.dataset.busy === "chosen") return;
    clearTimeout(waiting);
    const touches = [...event.targetTouches];
    pad.replaceChildren(...touches.map((touch) => dot(pad, touch)));
    // While fingers rest here, news must not take the page from under them.
    if (touches.length) pad.dataset.busy = "touched";
    else delete pad.dataset.busy;
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
async function ask(address, act) {
  for (;;) {
    try {
      const answer = await fetch(address, { method: "POST", body: act });
      lost(false);
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      return Number(page.getElementById("live").dataset.finger);
    } catch {
      lost(true);
      await pause(1500);
    }
  }
}
async function choose(pad, touches) {
  pad.dataset.busy = "chosen";
  const act = new URLSearchParams({ id: `${hex(8)}-finger`, kind: "finger", page: "tools", fingers: touches.length });
  const chosen = await ask(pad.dataset.action, act);
  navigator.vibrate?.(60);
  const words = document.createElement("p");
  words.textContent = pad.dataset.chosen;
  pad.replaceChildren(dot(pad, touches[chosen]), words);
  setTimeout(() => { delete pad.dataset.busy; pad.textContent = pad.dataset.waiting; }, SHOWN);
}

onRenewed(prepareFingers);
