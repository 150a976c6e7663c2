// Makes rows. All that people wrote goes in as text, nothing as markup.

function part(parent, name, text) {
  const element = document.createElement("div");
  element.className = name;
  if (text !== undefined) element.textContent = text;
  parent.append(element);
  return element;
}

/** The name of a day, by its number since 1970. */
function date(number) {
  return new Date(Number(number) * 86400000).toLocaleDateString("en", {
    weekday: "long", day: "numeric", month: "long", timeZone: "UTC" });
}

const notes = new Set(["system", "day", "gap", "start", "unread", "loading", "typing"]);

/** Fills the element of a row; it stays the same element whatever the row says. */
export function draw(element, row) {
  element.replaceChildren();
  element.dataset.id = row.id;
  element.className = ["row", row.kind, row.isMine ? "mine" : "", row.isFirst ? "first" : ""]
    .join(" ");
  if (notes.has(row.kind)) {
    part(element, "note", row.kind === "day" ? date(row.text) : row.text);
    return element;
  }
  const bubble = part(element, "bubble");
  if (row.sender) part(bubble, "sender", row.sender);
  if (row.quote) part(bubble, "quote", row.quote);
  if (row.kind === "photo") {
    const picture = part(bubble, "picture", row.height ? "" : "picture of unknown size");
    if (row.height) picture.style.setProperty("--tall", `${row.height}px`);
  }
  if (row.kind === "audio") part(bubble, "voice", row.text);
  else if (row.text) part(bubble, "text", row.text);
  part(bubble, "state", row.state);
  return element;
}

export function make(row) {
  return draw(document.createElement("div"), row);
}

/** Whether a row is a message: separators and notices hold nobody's eye. */
export function isMessage(element) {
  return element.dataset.id.startsWith("m-");
}
