/** Draws the content of the stores. Where the focus is inside of it, it stays there. */
export const STORE_VIEW: string = `function drawStore(store) {
  const open = new Set([...document.querySelectorAll("#store details[open]")].map((node) => node.dataset.key));
  const focused = document.activeElement?.dataset.key;
  const nodes = store.entries.map((entry) => drawPlace(entry, open.has(entry.place)));
  if (store.leftOut > 0) nodes.push(make("p", plural(store.leftOut, "further place"), "muted"));
  if (nodes.length === 0) nodes.push(make("p", "Empty: answers are generated.", "muted"));
  $("store").replaceChildren(...nodes);
  if (focused) keyed(focused)?.focus();
}

const keyed = (key) => [...document.querySelectorAll("#store [data-key]")].find((node) => node.dataset.key === key);

function drawPlace(entry, isOpen) {
  const { place, items, total, kind } = entry;
  const details = make("details");
  details.dataset.key = place;
  details.open = isOpen;
  const summary = make("summary", place + (kind === "singleton" ? "" : " · " + plural(total, "item")));
  summary.dataset.key = "summary " + place;
  details.append(summary, ...items.map((item) => drawItem(entry, item)));
  if (total > items.length) details.append(make("p", plural(total - items.length, "further item"), "muted"));
  if (kind !== "singleton") details.append(act("Add", "Add to " + place, () => openForm(entry)));
  return details;
}

function drawItem(entry, { id, value }) {
  const box = make("div", undefined, "item"), actions = make("div", undefined, "actions");
  const name = (id ? id + " of " : "") + entry.place;
  actions.append(act("Edit", "Edit " + name, () => openForm(entry, id)),
    act("Delete", "Delete " + name, async () => {
      await drive("remove", { path: entry.path, parameters: entry.parameters, id }, "Deleted " + name + ".");
      keyed("summary " + entry.place)?.focus();
    }));
  box.append(pane(JSON.stringify(value, null, 2)), actions);
  return box;
}

function act(text, label, run) {
  const button = make("button", text);
  button.type = "button";
  button.dataset.key = label;
  button.setAttribute("aria-label", label);
  button.addEventListener("click", run);
  return button;
}
`;
