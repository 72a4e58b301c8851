// A short chime when the player's turn begins. It is off until the player switches it on for this phone.
import { onPageUpdate } from "./page.js";

const KEY = "paperboat-turn-sound";
const NOTES = [[660, 0], [880, 0.16]];
const LENGTH = 0.5;
const VOLUME = 0.25;

const isOn = () => { try { return localStorage.getItem(KEY) === "on"; } catch { return false; } };

let audio;
async function play() {
  audio ??= new AudioContext();
  // Browsers keep a page silent until it has been touched.
  await audio.resume();
  for (const [frequency, delay] of NOTES) {
    const [tone, volume, start] = [audio.createOscillator(), audio.createGain(), audio.currentTime + delay];
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(VOLUME, start);
    volume.gain.exponentialRampToValueAtTime(0.001, start + LENGTH);
    tone.connect(volume).connect(audio.destination);
    tone.start(start);
    tone.stop(start + LENGTH);
  }
}

export async function chime() { if (isOn()) await play(); }

onPageUpdate(() => {
  const box = document.getElementById("turn-sound");
  if (!box) return;
  box.closest("label").hidden = false;
  box.checked = isOn();
  box.onchange = () => {
    try { localStorage.setItem(KEY, box.checked ? "on" : "off"); } catch { /* for this page only */ }
    if (box.checked) play().catch(() => { /* a phone without sound */ });
  };
});
