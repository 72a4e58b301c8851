// Boards: zoom, scrolling to the places to tap, and taps beside a ring.
export function zoomTo(board, step) {
  board.className = `board zoomed zoom-${step}`;
  document.querySelectorAll(".zooms [data-zoom]").forEach((chip) => {
    if (chip.dataset.zoom === String(step)) chip.setAttribute("aria-current", "true");
    else chip.removeAttribute("aria-current");
  });
}

// Zoom in on the places to tap as far as all of them fit, but no further than fingers need.
const FINGER_SIZE = 44;
export function focusBoard(board) {
  if (!board.dataset.focus) return;
  const [x, y, width, height] = board.dataset.focus.split(" ").map(Number);
  const plane = board.querySelector("svg").viewBox.baseVal;
  const rings = [...board.querySelectorAll(".tap .halo")];
  const fits = (step) => {
    zoomTo(board, step);
    return (width / plane.width) * board.scrollWidth <= board.clientWidth
      && (height / plane.height) * board.scrollHeight <= board.clientHeight;
  };
  const easy = (step) => {
    zoomTo(board, step);
    return rings.length > 0 && rings.every((ring) => ring.getBoundingClientRect().width >= FINGER_SIZE);
  };
  const nearest = [3, 2].find(fits) ?? 1;
  zoomTo(board, [1, 2].find((step) => step < nearest && easy(step)) ?? nearest);
  board.scrollLeft = ((x + width / 2 - plane.x) / plane.width) * board.scrollWidth - board.clientWidth / 2;
  board.scrollTop = ((y + height / 2 - plane.y) / plane.height) * board.scrollHeight - board.clientHeight / 2;
  // What was tapped last may be far below the board.
  if (rings.length && board.getBoundingClientRect().top < 0) board.scrollIntoView();
}

export function prepareZoom() {
  document.querySelectorAll(".zooms [data-zoom]").forEach((chip) => {
    chip.onclick = (event) => {
      event.preventDefault();
      const board = document.querySelector(".board");
      const middle = [(board.scrollLeft + board.clientWidth / 2) / board.scrollWidth,
        (board.scrollTop + board.clientHeight / 2) / board.scrollHeight];
      zoomTo(board, chip.dataset.zoom);
      board.scrollLeft = middle[0] * board.scrollWidth - board.clientWidth / 2;
      board.scrollTop = middle[1] * board.scrollHeight - board.clientHeight / 2;
    };
  });
}

// The next tap may be on the board, far above the one just made.
export function bringIntoView() {
  const board = document.querySelector(".board:has(.tap)");
  if (board && board.getBoundingClientRect().bottom < innerHeight / 4) board.scrollIntoView({ block: "center" });
}

// A finger is wider than a ring or a space of a score sheet: a tap beside it counts for the nearest one.
const REACH = 26;
document.addEventListener("click", (event) => {
  const board = event.target.closest(".board > svg");
  if (!board || event.target.closest("a:not(.piece)")) return;
  const rings = [...board.querySelectorAll(".tap .halo, .spot circle")].map((ring) => {
    const box = ring.getBoundingClientRect();
    return [Math.hypot(event.clientX - box.x - box.width / 2, event.clientY - box.y - box.height / 2), ring];
  });
  const [away, nearest] = rings.reduce((best, one) => (one[0] < best[0] ? one : best), [REACH, null]);
  if (away >= REACH) return;
  event.preventDefault(); // a piece beneath is not enlarged
  nearest.parentNode.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
});

export const focusBoards = () => document.querySelectorAll(".board").forEach(focusBoard);
matchMedia("(orientation: portrait)").addEventListener("change", focusBoards);
