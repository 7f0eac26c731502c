import type { ComponentChildren, VNode } from "preact";
import { CallDetail } from "./call-detail.tsx";
import { Calls } from "./calls.tsx";
import { Faults } from "./faults.tsx";
import { timeOfDay } from "./format.ts";
import type { State } from "./state.ts";
import { Store } from "./store.tsx";
import { Windows } from "./windows.tsx";

/** Additions of a page to the console. */
export interface ConsoleProps {
  readonly state: State;
  /** How to make the first call. */
  readonly hint: ComponentChildren;
  /** Shown above the calls. */
  readonly children?: ComponentChildren;
}

/** The console: calls that a fake received, its responses, and controls. */
export function Console({ state, hint, children }: ConsoleProps): VNode {
  return (
    <>
      <Header state={state} />
      <Notice state={state} />
      <main>
        <div class="column">
          {children}
          <Faults state={state} />
          <Calls state={state} hint={hint} />
        </div>
        <div class="column">
          <Windows state={state} />
          <CallDetail state={state} />
          <Store state={state} />
        </div>
      </main>
    </>
  );
}

const STEPS = [
  ["+1 s", { seconds: 1 }, "1 second"],
  ["+1 min", { minutes: 1 }, "1 minute"],
  ["+1 h", { hours: 1 }, "1 hour"],
] as const;

function Header({ state }: Pick<ConsoleProps, "state">): VNode {
  const { view, now, isThere } = state;
  const { title = "Fake service", version = "", isMovable = false } = view.value ?? {};
  const reset = (): void => {
    if (confirm("Remove all calls, faults and stored items, and restore what the fake was started with?"))
      void state.drive("reset", {}, "The fake was reset.");
  };
  return (
    <header>
      <div class="brand">
        <span class={`dot ${isThere.value ? "good" : "bad"}`} />
        <h1>{title}</h1>
        <span class="muted">{version && `v${version} · `}fake</span>
      </div>
      <fieldset class="group" aria-label="Advance the clock">
        <time title={new Date(now.value).toISOString()}>{timeOfDay(now.value)}</time>
        {STEPS.map(([label, span, name]) => (
          <button
            type="button"
            key={label}
            disabled={!isMovable}
            onClick={() => state.drive("clock", span, `The clock was advanced by ${name}.`)}
          >
            {label}
          </button>
        ))}
      </fieldset>
      <button type="button" onClick={reset}>
        Reset
      </button>
    </header>
  );
}

function Notice({ state: { notice, isThere, view } }: Pick<ConsoleProps, "state">): VNode {
  const isLost = !isThere.value && view.value !== undefined;
  const { text, isBad } = isLost
    ? { text: "The fake does not respond. The console resumes when it does.", isBad: true }
    : (notice.value ?? { text: "", isBad: false });
  return (
    <p role="status" class={`notice ${isBad ? "bad" : "muted"}`}>
      {text}
    </p>
  );
}
