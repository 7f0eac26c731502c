/** Draws the rate limits, the clock and the faults that wait. */
export const GAUGES: string = `function drawWindows(windows) {
  const wasOpen = $("windows").querySelector("details")?.open ?? false;
  const [first, second, third, ...rest] = windows.map(gaugeOf);
  const nodes = [first, second, third].filter(Boolean);
  if (rest.length > 0) {
    const more = make("details");
    more.open = wasOpen;
    more.append(make("summary", plural(rest.length, "more credential")), ...rest);
    nodes.push(more);
  }
  $("windows").replaceChildren(...(nodes.length > 0 ? nodes : [make("p", "No request counts at present.", "muted")]));
  tick();
}

function gaugeOf({ name, limit, remaining, resetAt }) {
  const box = make("div", undefined, "gauge");
  const head = make("div", undefined, "head"), left = make("span"), reset = make("span", undefined, "muted");
  reset.dataset.resetAt = String(resetAt);
  left.append(make("strong", remaining.toLocaleString("en") + " of " + limit.toLocaleString("en")), reset);
  head.append(make("span", name), left);
  const meter = make("meter");
  meter.min = 0; meter.max = limit; meter.low = limit * 0.1; meter.high = limit * 0.35;
  meter.optimum = limit; meter.value = remaining;
  meter.setAttribute("aria-label", name + ": " + remaining + " of " + limit + " requests left");
  box.append(head, meter);
  return box;
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
    node.textContent = seconds > 0 ? "resets in " + span(seconds) : "full again";
  }
}
`;
