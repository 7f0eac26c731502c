import type { Bar, Frame } from "../host/protocol.ts";
import type { Settings } from "../world/settings.ts";
import { byId, element, setText } from "./element.ts";

/** The gauge of the rate-limit window. */
export interface WindowView {
  draw(frame: Frame, settings: Settings): void;
}

/** The first three as the fake counts, the others as the client does. */
const FACTS = ["Limit", "Remaining", "Resets in", "Client may send", "In flight", "Queued"] as const;

export function createWindowView(): WindowView {
  const fill = element("span");
  const gauge = element(
    "div",
    { role: "meter", class: "gauge", "aria-label": "Requests remaining in the window" },
    fill,
  );
  gauge.setAttribute("aria-valuemin", "0");
  const values = FACTS.map(() => element("dd"));
  const facts = element("dl", { class: "facts" });
  facts.append(...FACTS.map((name, index) => element("div", {}, element("dt", {}, name), values[index])));
  const bars = element("div", { class: "bars", role: "img" });
  const caption = element(
    "p",
    { class: "muted small" },
    "Requests in each window, the present one on the right. Red: refused.",
  );
  byId("window").append(gauge, facts, bars, caption);
  return {
    draw({ now, limiter: { remaining, queued, inFlight }, window, bars: counts }, settings) {
      const left = window.remaining;
      gauge.setAttribute("aria-valuemax", String(settings.limit));
      gauge.setAttribute("aria-valuenow", String(left));
      gauge.setAttribute("aria-valuetext", `${left} of ${settings.limit} requests remain`);
      fill.style.width = `${(100 * left) / settings.limit}%`;
      const resetMs = Math.max(0, window.resetAt - now);
      const texts = [
        String(settings.limit),
        String(left),
        `${(resetMs / 1000).toFixed(1)} s`,
        String(remaining ?? "not known"),
        String(inFlight),
        String(queued),
      ];
      for (const [index, text] of texts.entries()) setText(values[index] as HTMLElement, text);
      drawBars(bars, counts, settings.limit);
    },
  };
}

function drawBars(parent: HTMLElement, bars: readonly Bar[], limit: number): void {
  const text = bars.map(({ answered, refused }) => `${answered}${refused > 0 ? `+${refused}` : ""}`).join(" ");
  const label = `Requests in the last ${bars.length} windows: ${text}`;
  if (parent.getAttribute("aria-label") === label) return;
  parent.setAttribute("aria-label", label);
  const most = Math.max(limit, ...bars.map(({ answered, refused }) => answered + refused));
  const part = (count: number, name: string): HTMLElement => {
    const node = element("span", { class: name });
    node.style.height = `${(100 * count) / most}%`;
    return node;
  };
  parent.replaceChildren(
    ...bars.map(({ answered, refused }) =>
      element("span", { class: "bar-of" }, part(refused, "refused"), part(answered, "answered")),
    ),
  );
}
