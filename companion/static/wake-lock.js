// Keep the screen on where the browser allows it; elsewhere the page explains how to do so.
import { onPageUpdate } from "./page.js";

let awake = false;
function updateHint() {
  const hint = document.getElementById("awake");
  if (hint) hint.textContent = awake ? hint.dataset.on : hint.dataset.off;
}
export async function stayAwake() {
  try {
    await navigator.wakeLock.request("screen");
    awake = true;
  } catch { awake = false; }
  updateHint();
}

onPageUpdate(updateHint);
