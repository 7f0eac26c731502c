import type { VNode } from "preact";
import { spanText } from "./format.ts";
import type { State } from "./state.ts";

/** The rate-limit window of each credential that has sent something. */
export function Windows({ state: { view, now } }: { readonly state: State }): VNode {
  const windows = view.value?.windows ?? [];
  return (
    <section aria-labelledby="window" class="pad">
      <h2 id="window">Rate-limit window</h2>
      {windows.length === 0 && <p class="muted">No call counts at the moment.</p>}
      {windows.map(({ name, limit, remaining, resetAt }) => (
        <div key={name} class="window">
          <div class="between">
            <span>{name}</span>
            <span class="muted">
              <b>
                {remaining} of {limit}
              </b>{" "}
              left · new in {spanText(resetAt - now.value)}
            </span>
          </div>
          <meter
            aria-label={`Calls left of ${name}`}
            max={limit}
            low={limit / 4}
            high={limit / 2}
            optimum={limit}
            value={remaining}
          />
        </div>
      ))}
    </section>
  );
}
