import type { VNode } from "preact";
import { useState } from "preact/hooks";
import type { StoreEntry } from "../store-view.ts";
import { Code } from "./call-detail.tsx";
import { plural, pretty } from "./format.ts";
import type { State } from "./state.ts";

/** Everything that tests and calls have stored, as JSON that can be changed. */
export function Store({ state }: { readonly state: State }): VNode {
  const { entries = [], leftOut = 0 } = state.view.value?.store ?? {};
  return (
    <section aria-labelledby="store" class="pad">
      <h2 id="store">Store</h2>
      {entries.length === 0 && (
        <p class="muted">Nothing is stored: what calls create, and what tests put in, is shown here.</p>
      )}
      {entries.map((entry) => (
        <Entry key={entry.place} entry={entry} state={state} />
      ))}
      {leftOut > 0 && <p class="muted">{plural(leftOut, "more place")}</p>}
    </section>
  );
}

function Entry({ entry, state }: EntryProps): VNode {
  const { place, items, total, kind } = entry;
  const [isAdding, setAdding] = useState(false);
  return (
    <details class="entry">
      <summary>
        {place} <span class="muted">{kind === "singleton" ? "" : `· ${plural(total, "item")}`}</span>
      </summary>
      {items.map(({ id, value }) => (
        <Item key={id} entry={entry} id={id} value={value} state={state} />
      ))}
      {items.length < total && <p class="muted">{plural(total - items.length, "more item")}</p>}
      {isAdding && <ItemEditor entry={entry} text="{}" state={state} close={() => setAdding(false)} />}
      {kind !== "singleton" && !isAdding && (
        <button type="button" aria-label={`Add to ${place}`} onClick={() => setAdding(true)}>
          Add
        </button>
      )}
    </details>
  );
}

interface EntryProps {
  readonly entry: StoreEntry;
  readonly state: State;
}

type ItemProps = EntryProps & StoreEntry["items"][number];

function Item({ entry, id, value, state }: ItemProps): VNode {
  const [text, setText] = useState<string>();
  const { path, parameters, place } = entry;
  const edit = async (): Promise<void> => {
    const query = new URLSearchParams({ path, id });
    for (const parameter of parameters) query.append("parameter", parameter);
    // The view cuts long texts.
    const item = (await state.ask(`item?${query}`)) as { readonly value: unknown };
    setText(pretty(item.value));
  };
  if (text !== undefined)
    return <ItemEditor entry={entry} id={id} text={text} state={state} close={() => setText(undefined)} />;
  return (
    <div class="item">
      <Code text={pretty(value)} />
      <div class="group">
        <button type="button" aria-label={`Edit ${place} ${id}`} onClick={edit}>
          Edit
        </button>
        <button
          type="button"
          aria-label={`Delete ${place} ${id}`}
          onClick={() => state.drive("remove", { path, parameters, id }, `Deleted from ${place}.`)}
        >
          Delete
        </button>
      </div>
    </div>
  );
}

interface EditorProps extends EntryProps {
  /** Absent: a new item. */
  readonly id?: string;
  readonly text: string;
  readonly close: () => void;
}

function ItemEditor({ entry: { path, parameters, place }, id, text, state, close }: EditorProps): VNode {
  const [typed, setTyped] = useState(text);
  const save = async (event: Event): Promise<void> => {
    event.preventDefault();
    try {
      const body = { path, parameters, value: JSON.parse(typed), ...(id !== undefined && { id }) };
      if (await state.drive("put", body, `Stored in ${place}.`)) close();
    } catch (error) {
      state.notice.value = { text: `JSON: ${(error as Error).message}`, isBad: true };
    }
  };
  return (
    <form class="item" onSubmit={save}>
      <textarea
        aria-label={id === undefined ? `New item of ${place}, JSON` : `${place} ${id}, JSON`}
        spellcheck={false}
        rows={Math.min(16, typed.split("\n").length + 1)}
        value={typed}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <div class="group">
        <button type="submit" class="primary">
          Save
        </button>
        <button type="button" onClick={close}>
          Cancel
        </button>
      </div>
    </form>
  );
}
