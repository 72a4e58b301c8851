// Reveal the ranking at the same time on all phones, and at once where somebody skips it.
import { onPageUpdate } from "./page.js";

const loaded = performance.now();
let skipped = false;

function prepareReveal() {
  const list = document.querySelector("[data-reveal]");
  const skip = document.getElementById("skip-reveal");
  if (!list) return;
  const lines = list.getAnimations({ subtree: true });
  const isRunning = () => lines.some((line) => line.playState === "running");
  const finish = () => {
    skipped = true;
    lines.forEach((line) => line.finish());
  };
  const started = Number(list.dataset.reveal) + performance.now() - loaded;
  lines.forEach((line) => { line.currentTime = Math.max(line.currentTime ?? 0, started); });
  if (skipped) finish();
  list.onclick = finish;
  if (!skip) return;
  skip.hidden = !isRunning();
  skip.onclick = finish;
  Promise.allSettled(lines.map((line) => line.finished)).then(() => { skip.hidden = true; });
}

onPageUpdate(prepareReveal);
