// Tell players that it is their turn: a toast, a short vibration and, if they want it, a sound. When a
// game begins, phones that wait for it move to the Play page; the others show a link to it.
import { liveRegion, onPageUpdate } from "./page.js";

const SHOWN_MS = 4000;
const PULSES = [90, 60, 90];
const status = document.getElementById("turn-status");

// A reload or another tab of the table is not a new turn.
function takeNewTurns({ table, turn }) {
  const name = `paperboat-turn-${table}`;
  let known = "";
  try {
    known = sessionStorage.getItem(name) ?? "";
    sessionStorage.setItem(name, turn);
  } catch { /* private windows may have no storage */ }
  return turn.split(" ").filter((key) => key && !known.split(" ").includes(key));
}

let hiding = 0;
function hideToast() {
  clearTimeout(hiding);
  status.textContent = "";
  status.className = "visually-hidden";
}
function showToast(text, isVisible) {
  hideToast();
  status.textContent = text;
  status.className = isVisible ? "toast" : "visually-hidden";
  hiding = setTimeout(hideToast, SHOWN_MS);
}

function noticeTurn() {
  const live = liveRegion();
  if (!live.dataset.turn) hideToast();
  if (!takeNewTurns(live.dataset).length) return;
  const notice = document.querySelector(".turn-notice strong");
  // On the other pages the link itself is the toast.
  showToast(notice?.textContent ?? live.dataset.call, !notice);
  navigator.vibrate?.(PULSES);
  import("./turn-sound.js").then(({ chime }) => chime()).catch(() => { /* no sound, or the page is being left */ });
}

let begun = liveRegion().dataset.begun;
const WAITING_PAGES = /\/t\/\w+(\/setup)?$/;
function moveToPlay() {
  const began = !begun && liveRegion().dataset.begun;
  begun = liveRegion().dataset.begun;
  if (began && WAITING_PAGES.test(location.pathname)) document.querySelector("a.turn-notice")?.click();
}

if (status) {
  onPageUpdate(noticeTurn);
  document.addEventListener("turn-updated", noticeTurn);
  onPageUpdate(moveToPlay);
}
