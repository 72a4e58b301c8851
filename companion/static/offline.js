// Dice without a server: fair random numbers of the phone, without modulo bias.
const below = (limit) => {
  const usable = 2 ** 32 - (2 ** 32 % limit);
  for (;;) {
    const [number] = crypto.getRandomValues(new Uint32Array(1));
    if (number < usable) return number % limit;
  }
};
const box = document.getElementById("offline-dice");
box.hidden = false;
box.querySelector("[data-roll]").addEventListener("click", () => {
  const read = (name) => {
    const field = box.querySelector(`[name=${name}]`);
    return Math.min(Number(field.max), Math.max(Number(field.min), Number(field.value) || 0));
  };
  const dice = Array.from({ length: read("count") }, () => {
    const die = document.createElement("span");
    die.className = "die";
    die.textContent = below(read("sides")) + 1;
    return die;
  });
  box.querySelector(".dice").replaceChildren(...dice);
});
document.querySelector("[data-reload]").addEventListener("click", () => location.reload());
