// Every page registers the service worker where the origin is secure.
if ("serviceWorker" in navigator && window.isSecureContext) {
  navigator.serviceWorker.register("/worker.js").catch(() => {});
}
// Dates in the format and time zone of the browser; the server knows neither.
const moments = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
for (const time of document.querySelectorAll("time[datetime]")) {
  time.textContent = moments.format(new Date(time.dateTime));
}
