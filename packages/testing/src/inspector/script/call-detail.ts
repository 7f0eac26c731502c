/** One call with its request and answer. */
export const CALL_DETAIL: string = `async function pick(index) {
  picked = index;
  for (const node of document.querySelectorAll("#rows tr[aria-current]")) node.removeAttribute("aria-current");
  const node = rowNode(index);
  if (node) node.setAttribute("aria-current", "true");
  try {
    const call = await ask("call?index=" + index);
    if (picked === index) drawDetail(call);
  } catch (error) { say(error.message, true); }
}

let isGrowing = false;

function drawDetail(call) {
  const nodes = [];
  isGrowing = Boolean(call && call.stream && !call.stream.ended);
  if (!call) nodes.push(make("p", "Choose a call to see its request and answer. Arrow keys move, Enter opens.", "muted"));
  else {
    const line = make("p", undefined, "line");
    line.append(make("strong", call.method), " " + call.target);
    const state = make("p");
    state.append(make("span", call.status ?? "No answer", "status " + tone(call.status)),
      " in " + Math.round(call.durationMs) + " ms" + (call.operation ? " · " + (call.name ?? call.operation) : ""));
    nodes.push(line, state);
    if (call.fault) nodes.push(make("p", "Fault: " + call.fault, "warn"));
    if (call.reason) nodes.push(make("p", "Refused: " + call.reason.place + ": " + call.reason.rule + (call.reason.value === undefined ? "" : " (got " + call.reason.value + ")"), "warn"));
    if (call.unmatched) nodes.push(pane(call.unmatched));
    nodes.push(...block("Path parameters", call.path), ...block("Query parameters", call.query));
    if (call.body !== undefined && call.body !== null) {
      nodes.push(make("h3", "Request body"), pane(typeof call.body === "string" ? pretty(call.body) : JSON.stringify(call.body, null, 2)));
    }
    if (call.stream) {
      const { items, count, ended } = call.stream;
      nodes.push(make("h3", "Stream: " + count + (count === 1 ? " item, " : " items, ") + (ended ?? "open")));
      nodes.push(pane(items.slice(-100).map((item) => JSON.stringify(item)).join("\\n")));
    }
    if (call.responseBody !== undefined) nodes.push(make("h3", "Answer body"), pane(pretty(call.responseBody)));
    nodes.push(...block("Request headers", call.headers), ...block("Answer headers", call.responseHeaders));
  }
  $("detail").replaceChildren(...nodes);
}

function block(title, values) {
  const entries = Object.entries(values ?? {});
  if (entries.length === 0) return [];
  const list = make("dl");
  for (const [name, value] of entries) list.append(make("dt", name), make("dd", typeof value === "string" ? value : JSON.stringify(value)));
  return [make("h3", title), list];
}
`;

/** Lists the webhooks that were sent, and sends one again. */
export const DELIVERIES: string = `function drawDeliveries(deliveries) {
  const nodes = deliveries.map(({ id, name, at, attempts, outcome, isDelivered }) => {
    const box = make("div", undefined, "head");
    const text = name + " \u00b7 " + (attempts > 1 ? attempts + " attempts \u00b7 " : "") + outcome;
    const label = make("span", text, isDelivered ? "" : "warn");
    label.title = id + (at ? " at " + at : "");
    const action = "Send again " + name + " " + id;
    box.append(label, act("Send again", action, async () => {
      await drive("resend", { id }, "Sent again: " + name + ".");
      [...$("deliveries").querySelectorAll("button")].find((one) => one.getAttribute("aria-label") === action)?.focus();
    }));
    return box;
  });
  $("deliveries").replaceChildren(...(nodes.length > 0 ? nodes : [make("p", "None was sent.", "muted")]));
}
`;
