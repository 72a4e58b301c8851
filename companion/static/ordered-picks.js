// Pick cards in an order by tapping them.
import { onPageUpdate } from "./page.js";

const MAGNIFIER = '<svg viewBox="0 0 24 24" aria-hidden="true"><circle cx="10" cy="10" r="6"/><path d="M14.500 14.500 21 21"/></svg>';
function magnifier(address, label) {
  const link = document.createElement("a");
  link.className = "piece magnifier";
  link.href = address;
  link.ariaLabel = label;
  link.innerHTML = MAGNIFIER;
  return link;
}

// Without this script, the cards are chosen from lists.
function preparePicks() {
  for (const form of document.querySelectorAll(".pick.ordered")) {
    const selects = [...form.querySelectorAll("select")];
    if (!selects.length || form.querySelector(".cards")) continue;
    const list = document.createElement("ul");
    list.className = "cards items";
    const options = [...selects[0].options].filter((option) => option.value);
    const alone = new Set(options.filter((option) => "alone" in option.dataset).map((option) => option.value));
    const order = [];
    const ready = form.querySelector("button.big");
    const counted = document.createElement("span");
    ready.append(counted);
    const update = () => {
      form.classList.toggle("started", order.length > 0);
      ready.disabled = order.length < Number(form.dataset.least);
      counted.textContent = `${order.length} / ${selects.length}`;
      selects.forEach((select, i) => { select.value = order[i] ?? ""; });
      list.querySelectorAll("button").forEach((button) => {
        const place = order.indexOf(button.value);
        button.setAttribute("aria-pressed", place >= 0);
        button.querySelector(".order").textContent = place >= 0 ? place + 1 : "";
      });
    };
    for (const option of options) {
      const item = document.createElement("li");
      const button = document.createElement("button");
      button.type = "button";
      button.value = option.value;
      button.className = "card";
      const number = document.createElement("span");
      number.className = "order";
      button.append(number);
      if (option.dataset.face) {
        const picture = document.createElement("img");
        picture.src = option.dataset.face;
        picture.alt = option.textContent;
        button.append(picture);
      } else button.append(option.textContent);
      button.onclick = () => {
        const place = order.indexOf(option.value);
        const other = order.findIndex((one) => alone.has(one));
        if (place >= 0) order.splice(place, 1);
        else if (alone.has(option.value) && other >= 0) order[other] = option.value;
        else if (order.length < selects.length) order.push(option.value);
        update();
      };
      item.append(button);
      if (option.dataset.piece) item.append(magnifier(option.dataset.piece, option.dataset.look));
      list.append(item);
    }
    form.querySelector(".slots").before(list);
    form.querySelector(".slots").hidden = true;
    selects.forEach((select) => { select.required = false; });
    update();
  }
}

onPageUpdate(preparePicks);
