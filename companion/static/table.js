// A table's page, kept new and acted on without leaving it. All of it also works as plain forms
// and links.
import "./acts.js";
import { stayAwake } from "./awake.js";
import { lookAgain, prepareZoom } from "./board.js";
import "./fingers.js";
import { catchUp, listen } from "./news.js";
import { hex, onRenewed } from "./page.js";
import "./picks.js";
import "./sheet.js";
import "./timer.js";

onRenewed(() => {
  for (const field of document.querySelectorAll("[data-entropy]")) field.value = hex(16);
});
onRenewed(prepareZoom);
// What can only be tapped with these scripts says from now on that it can.
document.documentElement.classList.add("scripted");
lookAgain();
listen();
stayAwake();
document.addEventListener("visibilitychange", () => {
  if (document.hidden) return;
  catchUp();
  stayAwake();
});
