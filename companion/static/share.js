// Share the picture where the phone can share files; elsewhere open it.
document.addEventListener("click", async (event) => {
  const link = event.target.closest("[data-share]");
  if (!link || !navigator.canShare) return;
  event.preventDefault();
  try {
    const picture = await (await fetch(link.href)).blob();
    const files = [new File([picture], "result.png", { type: picture.type })];
    if (navigator.canShare({ files })) await navigator.share({ files });
    else location.assign(link.href);
  } catch (fault) { if (fault.name !== "AbortError") location.assign(link.href); }
});
