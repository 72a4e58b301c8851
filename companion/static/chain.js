// Remember the codes of the histories that this phone has seen, by table and event number, and compare
// them with the codes it is shown later.
const PREFIX = "paperboat-chain-";
const MAX_TABLES = 20;
const MAX_CODES = 400;

function read(table) {
  try { return JSON.parse(localStorage.getItem(PREFIX + table)) ?? { seen: {} }; } catch { return { seen: {} }; }
}

function tables() {
  try { return Object.keys(localStorage).filter((key) => key.startsWith(PREFIX)); } catch { return []; }
}

// The first code seen for a number stays: a later one would hide a change.
export function remember(table, number, code) {
  const { seen } = read(table);
  if (!number || seen[number]) return;
  seen[number] = code;
  const numbers = Object.keys(seen).map(Number).sort((one, other) => one - other);
  for (const old of numbers.slice(0, -MAX_CODES)) delete seen[old];
  const age = (key) => read(key.slice(PREFIX.length)).at ?? 0;
  const others = tables().filter((key) => key !== PREFIX + table).sort((one, other) => age(other) - age(one));
  try {
    for (const key of others.slice(MAX_TABLES - 1)) localStorage.removeItem(key);
    localStorage.setItem(PREFIX + table, JSON.stringify({ at: Date.now(), seen }));
  } catch { /* private windows may have no storage */ }
}

function compare(table, codes) {
  const seen = Object.entries(read(table).seen);
  if (!seen.length) return "";
  return seen.every(([number, code]) => codes[number - 1] === code) ? "same" : "other";
}

// Show whether the chain on the page is the one that this phone has seen.
export async function check(box) {
  const codes = box.dataset.codes?.split(" ")
    ?? (await (await fetch(box.dataset.chain)).json()).codes;
  const found = compare(box.dataset.table, codes);
  for (const text of box.querySelectorAll("[data-comparison]")) text.hidden = text.dataset.comparison !== found;
}

export function checkPage() {
  for (const box of document.querySelectorAll("[data-table][data-codes], [data-table][data-chain]")) {
    check(box).catch(() => {});
  }
}
