// Follow the table: to the winner screen when the game ends, and to the next game. A page that is opened
// later stays where it is.
import { liveRegion, onPageUpdate } from "./page.js";

// The phone that ends the game or opens the next one is on its way already.
let leaving = false;
document.addEventListener("submit", (event) => { leaving ||= event.submitter?.dataset.leave !== undefined; });
window.addEventListener("pageshow", () => { leaving = false; });

let known = liveRegion().dataset;
onPageUpdate(() => {
  const { ended, winner, next } = liveRegion().dataset;
  const address = next && !known.next ? next : ended !== undefined && known.ended === undefined ? winner : "";
  known = liveRegion().dataset;
  if (address && !leaving) location.assign(address);
});
