// Type all names in a row: a comma or the Enter key goes on to the next field.
const SEPARATOR = /[,;\n]/u;
const fields = [...document.querySelectorAll("input[name=names]")];

function spread(index) {
  const parts = fields[index].value.split(SEPARATOR).map((part) => part.trimStart());
  const last = Math.min(index + parts.length, fields.length) - 1;
  // The server says so if there are more names than players.
  const tooMany = parts.splice(last - index + 1);
  for (const [offset, part] of parts.entries()) fields[index + offset].value = part;
  if (tooMany.some(Boolean)) fields[last].value += `, ${tooMany.join(", ")}`;
  fields[last].focus();
}

for (const [index, field] of fields.entries()) {
  field.addEventListener("input", (event) => {
    if (event.isComposing) return;
    if (field.value.startsWith(" ")) field.value = field.value.trimStart();
    if (SEPARATOR.test(field.value) && index + 1 < fields.length) spread(index);
  });
  field.addEventListener("keydown", (event) => {
    // The form would be sent with its first button.
    if (event.key !== "Enter" || event.isComposing) return;
    event.preventDefault();
    (fields[index + 1] ?? document.querySelector(".next button")).focus();
  });
}
