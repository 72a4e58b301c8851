// Keeps the screen on where the browser allows it, and says how where it does not.
import { onRenewed } from "./page.js";

let awake = false;
function tellAwake() {
  const sign = document.getElementById("awake");
  if (sign) sign.textContent = awake ? sign.dataset.on : sign.dataset.off;
}
export async function stayAwake() {
  try {
    await navigator.wakeLock.request("screen");
    awake = true;
  } catch { awake = false; }
  tellAwake();
}

onRenewed(tellAwake);
