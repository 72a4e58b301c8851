// Count down by the server's clock.
import { liveRegion, onPageUpdate } from "./page.js";

const ahead = Number(liveRegion().dataset.now) - Date.now();
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

onPageUpdate(tick);
