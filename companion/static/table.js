// Keep a table's page up to date and send acts without leaving it. Everything also works as plain
// forms and links.
import "./acts.js";
import { stayAwake } from "./wake-lock.js";
import { focusBoards, prepareZoom } from "./board.js";
import { checkPage, remember } from "./chain.js";
import { catchUp, listen } from "./updates.js";
import { liveRegion, onPageUpdate, randomHex } from "./page.js";
import "./finish.js";
import "./turns.js";

onPageUpdate(() => {
  for (const field of document.querySelectorAll("[data-entropy]")) field.value = randomHex(16);
});
// A phone that was taken along to this table adds its own bytes to the seed, as at a new table.
let contributed = false;
onPageUpdate(() => {
  const form = document.querySelector("form[data-contribute]");
  if (!form || contributed) return;
  contributed = true;
  fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)) }).catch(() => { contributed = false; });
});
onPageUpdate(prepareZoom);
onPageUpdate(() => remember(liveRegion().dataset.table, Number(liveRegion().dataset.events), liveRegion().dataset.code));
onPageUpdate(checkPage);
// Few pages need these modules, so the first page that does imports them. A page that is being left
// imports nothing.
const ON_DEMAND = {
  "#fingers": "./starting-player.js", "[data-point]": "./free-point.js", "#turn-sound": "./turn-sound.js",
  "[data-reveal]": "./reveal.js", "[data-share]": "./share.js", ".pick.ordered": "./ordered-picks.js", "[data-until]": "./timer.js",
  ".board-pieces": "./board-pieces.js",
};
onPageUpdate(() => {
  for (const [mark, script] of Object.entries(ON_DEMAND)) if (document.querySelector(mark)) import(script).catch(() => {});
});
// Help covers a part of the page until a tap beside it, or Escape.
const closeHelp = (but) => document.querySelectorAll(".help[open]").forEach((help) => { if (!help.contains(but)) help.open = false; });
document.addEventListener("pointerdown", (event) => { closeHelp(event.target); });
document.addEventListener("keydown", (event) => { if (event.key === "Escape") closeHelp(null); });
// Styles mark what can be tapped only with scripts.
document.documentElement.classList.add("scripted");
focusBoards();
listen();
// Phones go away slowly: what tells the host need not load with the page.
const watchPhones = () => { setTimeout(() => import("./away.js").catch(watchPhones), 20_000); };
watchPhones();
setTimeout(() => import("./motion.js").catch(() => {}), 1500);
stayAwake();
document.addEventListener("visibilitychange", () => {
  if (document.hidden) return;
  catchUp();
  stayAwake();
});
