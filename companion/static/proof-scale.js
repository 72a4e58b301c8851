// How many pixels of this screen are a millimetre, measured once with a bank card.
const CARD_MM = 85.6;
const CSS_PIXELS_PER_MM = 96 / 25.4;
const KEY = "proof-pixels-per-mm";

function stored() {
  try { return Number(localStorage.getItem(KEY)) || 0; } catch { return 0; }
}

// Give each picture with a width in millimetres that width, and connect the controls of the page
// that measures.
export function calibration() {
  const scale = stored() || CSS_PIXELS_PER_MM;
  for (const picture of document.querySelectorAll("img[data-mm]")) {
    picture.style.width = `${Number(picture.dataset.mm) * scale}px`;
  }
  for (const notice of document.querySelectorAll(".uncalibrated")) notice.hidden = stored() > 0;
  const slider = document.getElementById("card-width");
  if (!slider || slider.dataset.ready) return;
  slider.dataset.ready = "1";
  const [outline, done] = [document.getElementById("card"), document.getElementById("card-stored")];
  const resize = () => { outline.style.width = `${slider.value}px`; };
  slider.value = CARD_MM * scale;
  resize();
  slider.addEventListener("input", () => {
    resize();
    try {
      localStorage.setItem(KEY, slider.value / CARD_MM);
      done.textContent = `Stored in this browser: ${(slider.value / CARD_MM).toFixed(2)} pixels per millimetre.`;
    } catch {
      done.textContent = "This browser does not store anything.";
    }
  });
}
