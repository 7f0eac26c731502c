import type { VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { plural, pretty, statusText, timeOfDay, tone } from "./format.ts";
import type { ShownCall, State } from "./state.ts";

/** One call: the request, and the response. Credentials are redacted by the fake. */
export function CallDetail({ state: { call, isFollowing } }: { readonly state: State }): VNode {
  const section = useRef<HTMLElement>(null);
  const { value } = call;
  const isPicked = !isFollowing.value;
  const index = value?.index;
  useEffect(() => {
    // On a small screen the call stands below the list.
    const isBelow = (section.current?.getBoundingClientRect().top ?? 0) > innerHeight * 0.7;
    if (isPicked && index !== undefined && isBelow) section.current?.scrollIntoView({ block: "start" });
  }, [isPicked, index]);
  return (
    <section aria-labelledby="call" class="detail" ref={section}>
      <div class="bar">
        <h2 id="call">{isPicked ? "Call" : "Newest call"}</h2>
        {value !== undefined && (
          <span class="muted end">
            no. {value.index + 1} · {timeOfDay(value.at.valueOf())}
          </span>
        )}
      </div>
      {value === undefined ? (
        <p class="muted pad">A call is shown here: the request, and the response.</p>
      ) : (
        <Detail call={value} />
      )}
    </section>
  );
}

function Detail({ call }: { readonly call: ShownCall }): VNode {
  const { method, target, status, durationMs, name, fault, reason, unmatched, stream } = call;
  return (
    <div class="pad">
      <p class="line">
        <b>{method}</b> {target}
      </p>
      <p>
        <span class={`status ${tone(status)}`}>{statusText(status)}</span> in {Math.round(durationMs)} ms
        {name && <code> {name}</code>}
      </p>
      {fault && <p class="note bad">Broken by a fault: {fault}</p>}
      {reason && (
        <p class="note warn">
          Refused: {reason.place}: {reason.rule}
          {reason.value !== undefined && ` (got ${reason.value})`}
        </p>
      )}
      {unmatched && <Code text={unmatched} />}
      <h3>Response</h3>
      {stream && (
        <p class="muted">
          A stream: {plural(stream.count, "item")}, {stream.ended ?? "open"}.
        </p>
      )}
      <Body value={call.responseBody ?? (stream?.items.length ? stream.items.slice(-100) : undefined)} />
      <Values title="Response headers" values={call.responseHeaders} />
      <h3>Request</h3>
      <Values title="Path parameters" values={call.path} isOpen />
      <Values title="Query parameters" values={call.query} isOpen />
      {call.body !== undefined && <Body value={call.body} />}
      <Values title="Request headers" values={call.headers} />
    </div>
  );
}

function Body({ value }: { readonly value: unknown }): VNode {
  return value == null || value === "" ? <p class="muted">No body.</p> : <Code text={pretty(value)} />;
}

interface ValuesProps {
  readonly title: string;
  readonly values: Readonly<Record<string, unknown>>;
  readonly isOpen?: boolean;
}

function Values({ title, values, isOpen = false }: ValuesProps): VNode | null {
  const entries = Object.entries(values);
  if (entries.length === 0) return null;
  return (
    <details open={isOpen}>
      <summary>
        {title} <span class="muted">· {entries.length}</span>
      </summary>
      <dl>
        {entries.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{typeof value === "string" ? value : JSON.stringify(value)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

/** Text that scrolls, also by the keyboard. */
export function Code({ text }: { readonly text: string }): VNode {
  // biome-ignore lint/a11y/noNoninteractiveTabindex: browsers that do not focus what scrolls could not scroll it
  return <pre tabIndex={0}>{text}</pre>;
}
