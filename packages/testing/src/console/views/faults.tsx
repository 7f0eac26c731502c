import type { VNode } from "preact";
import { useState } from "preact/hooks";
import type { WaitingFault } from "../../faults/fault-queue.ts";
import { plural } from "./format.ts";
import type { State } from "./state.ts";

/** Failures that are offered: `POST /__fake/fail` knows more. */
const FAILURES = [
  ["503 Unavailable", { status: 503 }],
  ["500 Server Error", { status: 500 }],
  ["401 Unauthorized", { status: 401 }],
  ["429 Rate limited", { rateLimited: true }],
  ["Connection reset", { reset: true }],
  ["No response", { timeout: true }],
  ["Half a body", { truncate: true }],
  ["Malformed JSON", { malformed: true }],
  ["2 s of latency", { latencyMs: 2000 }],
  ["A body over 2 s", { slowBodyMs: 2000 }],
] as const;

/** Breaks the next calls, and lists the faults that wait for calls. */
export function Faults({ state }: { readonly state: State }): VNode {
  const [failure, setFailure] = useState(0);
  const [operation, setOperation] = useState("");
  const [times, setTimes] = useState(1);
  const { operations = [], faults = [] } = state.view.value ?? {};
  const submit = (event: Event): void => {
    event.preventDefault();
    const [label, fault] = FAILURES[failure] ?? FAILURES[0];
    const of = operation === "" ? "" : ` of ${operation}`;
    const body = { ...fault, times, ...(operation !== "" && { operation }) };
    void state.drive("fail", body, `${label}: ${nextCalls(times)}${of} will get it.`);
  };
  return (
    <section aria-labelledby="break">
      <form class="bar break" onSubmit={submit}>
        <h2 id="break">Break the next call</h2>
        <select aria-label="Failure" onChange={({ currentTarget }) => setFailure(Number(currentTarget.value))}>
          {FAILURES.map(([label], at) => (
            <option key={label} value={at}>
              {label}
            </option>
          ))}
        </select>
        <select aria-label="Operation" onChange={({ currentTarget }) => setOperation(currentTarget.value)}>
          <option value="">of any operation</option>
          {operations.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
        <label class="check">
          <input
            type="number"
            min="1"
            max="1000"
            aria-label="Number of calls"
            value={times}
            onInput={({ currentTarget }) => setTimes(Math.max(1, Math.floor(currentTarget.valueAsNumber) || 1))}
          />
          ×
        </label>
        <button type="submit" class="primary">
          Break
        </button>
      </form>
      {faults.length > 0 && (
        <ul class="faults">
          {faults.map((fault) => (
            <Waiting key={fault.id} fault={fault} state={state} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Waiting({ fault, state }: { readonly fault: WaitingFault; readonly state: State }) {
  const { id, kind, left, operation } = fault;
  const what = `${kind} · waits for ${left === null ? "all calls" : nextCalls(left)}${operation ? ` of ${operation}` : ""}`;
  return (
    <li class="between">
      <span>{what}</span>
      <button
        type="button"
        aria-label={`Remove the fault ${what}`}
        onClick={() => state.drive("unfail", { id }, `Removed: ${what}.`)}
      >
        Remove
      </button>
    </li>
  );
}

function nextCalls(count: number): string {
  return count === 1 ? "the next call" : `the next ${plural(count, "call")}`;
}
