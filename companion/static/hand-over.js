// Go back to the table when another phone has taken the seat.
const shown = document.querySelector("[data-revision-url]");
const back = document.querySelector("a.back");
const timer = setInterval(async () => {
  try {
    const known = (await (await fetch(shown.dataset.revisionUrl)).json()).revision;
    if (known > Number(shown.dataset.revision)) { clearInterval(timer); location.assign(back.href); }
  } catch { /* the next try may succeed */ }
}, 2000);
