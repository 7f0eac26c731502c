/** Draws the content of the stores. */
export const STORE_VIEW: string = `function drawStore(store) {
  const open = new Set([...document.querySelectorAll("#store details[open]")].map((node) => node.dataset.key));
  const entry = (kind, id, summary, value) => {
    const details = make("details");
    details.dataset.key = kind + " " + id;
    details.open = open.has(details.dataset.key);
    details.append(make("summary", kind + " " + id + " · " + summary), make("pre", JSON.stringify(value, null, 2)));
    return details;
  };
  const nodes = [
    ...Object.entries(store.personas).map(([id, persona]) => entry("Persona", id, plural(persona.emails.length, "email"), persona.emails)),
    ...Object.entries(store.sessions).map(([id, session]) => entry("Session", id, Object.keys(session).join(", ") || "empty", session)),
  ];
  if (store.leftOut > 0) nodes.push(make("p", plural(store.leftOut, "further entry").replace("entrys", "entries"), "muted"));
  if (nodes.length === 0) nodes.push(make("p", "Empty: answers are generated.", "muted"));
  $("store").replaceChildren(...nodes);
}
`;
