// The pieces of a board as a list, for the keyboard: a board has far too many to step through on the
// way to the moves.
import { onPageUpdate } from "./page.js";

onPageUpdate(() => {
  const list = document.querySelector(".board-pieces");
  if (!list) return;
  const pieces = [...document.querySelectorAll("#scene a.piece")];
  for (const piece of pieces) piece.setAttribute("tabindex", "-1");
  list.hidden = pieces.length === 0;
  const fill = () => {
    const items = pieces.map((piece) => {
      const [item, link] = [document.createElement("li"), document.createElement("a")];
      link.className = "piece";
      link.href = piece.href.baseVal;
      link.textContent = piece.querySelector("title").textContent;
      item.append(link);
      return item;
    });
    list.querySelector("ul").replaceChildren(...items);
  };
  list.ontoggle = () => { if (list.open) fill(); };
  if (list.open) fill();
});
