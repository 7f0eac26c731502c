/** Draws the rate limits, the clock and the faults that wait. */
export const GAUGES: string = `function drawWindows(windows) {
  if (windows.length === 0) {
    $("windows").replaceChildren(make("p", "No request has been counted.", "muted"));
    return;
  }
  const nodes = windows.slice(-5).map((state, position) => {
    const box = make("div", undefined, "gauge");
    const head = make("div", undefined, "head");
    const name = windows.length === 1 ? "Remaining" : "Credential " + (Math.max(0, windows.length - 5) + position + 1);
    const reset = make("span", undefined, "muted");
    reset.dataset.resetAt = String(state.resetAt);
    head.append(make("span", name), make("strong", state.remaining.toLocaleString("en") + " of " + state.limit.toLocaleString("en")));
    const meter = make("meter");
    meter.min = 0; meter.max = state.limit; meter.low = state.limit * 0.1; meter.high = state.limit * 0.35;
    meter.optimum = state.limit; meter.value = state.remaining;
    meter.setAttribute("aria-label", name + ": " + state.remaining + " of " + state.limit + " requests");
    box.append(head, meter, reset);
    return box;
  });
  $("windows").replaceChildren(...nodes);
  tick();
}

function drawFaults(faults) {
  const nodes = faults.map(({ id, kind, operation, left }) => {
    const box = make("div", undefined, "head");
    const text = kind + (operation ? " of " + operation : "") + " · " + (left === null ? "every request" : "next " + plural(left, "request"));
    box.append(make("span", text), act("Remove", "Remove " + text, async () => {
      await drive("unfail", { id }, "Removed: " + text + ".");
      ($("faults").querySelector("button") ?? $("fault")).focus();
    }));
    return box;
  });
  $("faults").replaceChildren(...(nodes.length > 0 ? nodes : [make("p", "None.", "muted")]));
}

function tick() {
  if (!view) return;
  const iso = new Date(view.isStanding ? Date.parse(view.now) : Date.now() + offset).toISOString();
  $("now").textContent = iso.slice(0, 10) + " " + iso.slice(11, 19);
  $("now").dateTime = iso;
  for (const node of document.querySelectorAll("[data-reset-at]")) {
    const seconds = Math.ceil((Number(node.dataset.resetAt) - Date.parse(iso)) / 1000);
    node.textContent = seconds > 0 ? "Resets in " + span(seconds) : "A new window begins with the next request";
  }
}
`;
