// Every page registers the service worker where the origin is secure.
if ("serviceWorker" in navigator && window.isSecureContext) {
  navigator.serviceWorker.register("/worker.js").catch(() => {});
}
// Dates in the format and time zone of the browser; the server knows neither.
const moments = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
const days = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeZone: "UTC" });
for (const time of document.querySelectorAll("time[datetime]")) {
  time.textContent = (time.dateTime.includes("T") ? moments : days).format(new Date(time.dateTime));
}
// A tap on a piece enlarges it; its link leads to a page that shows the same. Where a tap is a move, a
// long press or the menu key enlarges the piece instead.
const open = (event, link) => {
  const address = link.href.baseVal ?? link.href;
  event.preventDefault();
  import("./enlarge.js").then(({ enlarge }) => enlarge(address)).catch(() => location.assign(address));
};
window.addEventListener("click", (event) => {
  const link = event.target.closest?.("a.piece");
  const plain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey;
  if (link && plain && !event.defaultPrevented) open(event, link);
});
window.addEventListener("contextmenu", (event) => {
  const link = event.target.closest?.(".taps > li, .items > li, .field.flag")?.querySelector("a.piece")
    ?? document.elementsFromPoint(event.clientX, event.clientY).map((one) => one.closest("a.piece")).find(Boolean);
  if (link && event.pointerType !== "mouse") open(event, link);
});
