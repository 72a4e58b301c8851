// Choose the starting player by touch.
import { onPageUpdate, randomHex, showLost, sleep } from "./page.js";

const SHOWN_MS = 4000;

// Everybody holds a finger on one phone; when the fingers have rested for a while, one is chosen.
function prepareTouchPad() {
  const pad = document.getElementById("fingers");
  if (!pad || !("ontouchstart" in window)) return;
  pad.closest("details").hidden = false;
  pad.textContent = pad.dataset.waiting;
  let waiting = 0;
  pad.ontouchstart = pad.ontouchend = pad.ontouchcancel = (event) => {
    event.preventDefault();
    if (pad.dataset.editing === "chosen") return;
    clearTimeout(waiting);
    const touches = [...event.targetTouches];
    pad.replaceChildren(...touches.map((touch) => drawDot(pad, touch)));
    // While fingers rest here, updates must not replace the page.
    if (touches.length) pad.dataset.editing = "touched";
    else delete pad.dataset.editing;
    if (touches.length > 1) waiting = setTimeout(() => choose(pad, touches), 1500);
  };
}
function drawDot(pad, touch) {
  const box = pad.getBoundingClientRect();
  const mark = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  mark.setAttribute("class", "finger");
  mark.setAttribute("viewBox", "-50 -50 100 100");
  mark.setAttribute("width", 100);
  mark.setAttribute("height", 100);
  const circle = document.createElementNS("http://www.w3.org/2000/svg", "circle");
  circle.setAttribute("r", 44);
  mark.append(circle);
  // The content security policy allows styles set by scripts, but not style attributes.
  mark.style.left = `${touch.clientX - box.left - 50}px`;
  mark.style.top = `${touch.clientY - box.top - 50}px`;
  return mark;
}
async function sendAct(address, act) {
  for (;;) {
    try {
      const response = await fetch(address, { method: "POST", body: act });
      showLost(false);
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      return Number(page.getElementById("live").dataset.finger);
    } catch {
      showLost(true);
      await sleep(1500);
    }
  }
}
async function choose(pad, touches) {
  pad.dataset.editing = "chosen";
  const act = new URLSearchParams({ id: `${randomHex(8)}-finger`, kind: "finger", page: "tools", fingers: touches.length });
  const chosen = await sendAct(pad.dataset.action, act);
  navigator.vibrate?.(60);
  const message = document.createElement("p");
  message.textContent = pad.dataset.chosen;
  pad.replaceChildren(drawDot(pad, touches[chosen]), message);
  setTimeout(() => { delete pad.dataset.editing; pad.textContent = pad.dataset.waiting; }, SHOWN_MS);
}

onPageUpdate(prepareTouchPad);
