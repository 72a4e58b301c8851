// Show a piece large in a dialog, with its name and text. Going back closes it, like Escape or a tap
// beside it.
const dialog = document.createElement("dialog");
dialog.className = "enlarged";
dialog.setAttribute("aria-labelledby", "piece-name");
document.body.append(dialog);

dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
dialog.addEventListener("close", () => { if (history.state?.enlarged) history.back(); });
window.addEventListener("popstate", () => { if (dialog.open) dialog.close(); });

export async function enlarge(address) {
  const response = await fetch(address, { headers: { Accept: "text/html" } });
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const piece = page.getElementById("piece");
  if (!piece) throw new Error("no such piece");
  piece.querySelector("form").hidden = false;
  dialog.replaceChildren(piece);
  if (dialog.open) return;
  dialog.showModal();
  history.pushState({ enlarged: true }, "");
}
