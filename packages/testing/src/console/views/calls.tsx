import type { ComponentChildren, VNode } from "preact";
import type { CallRow } from "../view.ts";
import { plural, timeOfDay, tone } from "./format.ts";
import type { State } from "./state.ts";

interface CallsProps {
  readonly state: State;
  readonly hint: ComponentChildren;
}

/** The list of calls, newest first, with its filter. */
export function Calls({ state, hint }: CallsProps): VNode {
  const { view, call, filter, isFollowing } = state;
  const { rows = [], matching = 0, total = 0 } = view.value ?? {};
  const count =
    filter.value === "" ? plural(total, "call") : `${matching.toLocaleString("en")} of ${plural(total, "call")}`;
  return (
    <section aria-labelledby="calls" class="calls">
      <div class="bar">
        <h2 id="calls">Calls</h2>
        <span class="muted" aria-live="polite">
          {count}
        </span>
        <input
          type="search"
          aria-label="Filter the calls"
          placeholder="Filter: a path, 503, POST, a method…"
          value={filter.value}
          onInput={({ currentTarget }) => state.setFilter(currentTarget.value)}
        />
        <label class="check">
          <input
            type="checkbox"
            checked={isFollowing.value}
            onChange={({ currentTarget }) => state.pick(currentTarget.checked ? undefined : call.value?.index)}
          />
          Follow
        </label>
      </div>
      {rows.length === 0 ? (
        <div class="empty">{total === 0 ? hint : <p>No call matches the filter.</p>}</div>
      ) : (
        <div class="scroll">
          <ol class="rows" onKeyDown={moveByArrows}>
            {rows.map((row, at) => (
              <Row
                key={row.index}
                row={row}
                isPicked={row.index === call.value?.index}
                isStop={row.index === call.value?.index || (call.value === undefined && at === 0)}
                pick={() => state.pick(row.index)}
              />
            ))}
          </ol>
          {rows.length < matching && (
            <button type="button" class="more" onClick={state.showMore}>
              Show older calls
            </button>
          )}
        </div>
      )}
    </section>
  );
}

interface RowProps {
  readonly row: CallRow;
  readonly isPicked: boolean;
  /** Whether the tab key stops here: arrow keys lead to the others. */
  readonly isStop: boolean;
  readonly pick: () => void;
}

function Row({ row, isPicked, isStop, pick }: RowProps): VNode {
  const { status, method, target, name, at, durationMs, fault } = row;
  return (
    <li>
      <button type="button" class="call" aria-current={isPicked} tabIndex={isStop ? 0 : -1} onClick={pick}>
        <span class={`status ${tone(status)}`}>{status ?? "none"}</span>
        <span class="target">
          <b>{method}</b> {target}
        </span>
        <span class="muted end">{Math.round(durationMs)} ms</span>
        <span class="muted">
          {name ?? "no such operation"}
          {fault && <span class="bad"> · broken: {fault}</span>}
        </span>
        <span class="muted end">{timeOfDay(at)}</span>
      </button>
    </li>
  );
}

/** Arrow keys, Home and End move through a list of buttons. */
function moveByArrows(event: KeyboardEvent): void {
  const buttons = [...(event.currentTarget as HTMLElement).querySelectorAll("button")];
  const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
  const steps: { readonly [key: string]: number } = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 };
  const to = steps[event.key];
  if (to === undefined) return;
  event.preventDefault();
  if (event.key === "ArrowUp" && at <= 0) return;
  buttons.at(to)?.focus();
}
