// Tell the host when a phone goes away or comes back, which is not an event of the table.
import { isEditing, liveRegion, showPage, sleep } from "./page.js";

const CHECK_MS = 20_000;

async function checkPhones() {
  const { phonesUrl, away } = liveRegion().dataset;
  if (!phonesUrl || document.hidden) return;
  const known = (await (await fetch(phonesUrl)).json()).away.join(" ");
  if (known === away || isEditing()) return;
  const address = location.href;
  const html = await (await fetch(address, { headers: { Accept: "text/html" } })).text();
  if (location.href === address && !isEditing()) showPage(html, address);
}

for (;;) {
  try { await checkPhones(); } catch { /* the stream reports a lost connection */ }
  await sleep(CHECK_MS);
}
