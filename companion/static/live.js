// Keeps the page as new as the table: news comes as a stream, and as questions where it cannot.
const random = () => {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (b) => b.toString(16).padStart(2, "0")).join("");
};
const addEntropy = () => {
  for (const field of document.querySelectorAll("[data-entropy]")) field.value = random();
};
const table = () => document.getElementById("table");
const revision = () => Number(table().dataset.revision);

// While somebody is typing or choosing, the page under their finger must not change.
const busy = () => {
  const active = document.activeElement;
  return active && ["INPUT", "SELECT", "TEXTAREA"].includes(active.tagName);
};

async function refresh() {
  const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
  if (!answer.ok) throw new Error(answer.status);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const open = [...document.querySelectorAll("details")].map((d) => d.open);
  table().replaceWith(page.getElementById("table"));
  document.querySelectorAll("details").forEach((d, i) => { d.open = open[i] ?? d.open; });
  addEntropy();
}

function lost(isLost) {
  document.getElementById("lost").hidden = !isLost;
}

async function catchUp() {
  if (busy()) { setTimeout(catchUp, 500); return; }
  try { await refresh(); lost(false); } catch { lost(true); setTimeout(catchUp, 2000); }
}

function listen() {
  const source = new EventSource(`${table().dataset.live}?after=${revision()}`);
  source.onmessage = (news) => { if (Number(news.data) > revision()) catchUp(); };
  source.onopen = () => lost(false);
  source.onerror = () => {
    lost(true);
    source.close();
    setTimeout(() => { catchUp(); listen(); }, 2000);
  };
}

addEntropy();
listen();
document.addEventListener("visibilitychange", () => { if (!document.hidden) catchUp(); });
