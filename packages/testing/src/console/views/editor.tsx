import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";

/** A program to begin with. */
export interface Snippet {
  readonly id: string;
  readonly title: string;
  readonly code: string;
}

/** A line of a program's output. */
export interface Line {
  readonly text: string;
  readonly isBad: boolean;
}

/** Runs programs against the fake. */
export interface Runner {
  /** Runs the body of an async function; resolves when it has ended. */
  run(code: string, print: (line: Line) => void): Promise<void>;
  /** Ends what runs, also what never ends by itself; a new fake takes the place of the one that it called. */
  stop(): void;
}

interface EditorProps {
  readonly snippets: readonly Snippet[];
  readonly runner: Runner;
  /** Code of the link that led here: it is shown, and runs when the reader says so. */
  readonly given: string | undefined;
}

/** Code that calls the fake, and what it printed. */
export function Editor({ snippets, runner, given }: EditorProps): VNode {
  const [code, setCode] = useState(given ?? snippets[0]?.code ?? "");
  const [output, setOutput] = useState<readonly Line[]>([]);
  const [isRunning, setRunning] = useState(false);
  const run = async (): Promise<void> => {
    setRunning(true);
    setOutput([]);
    await runner.run(code, (line) => setOutput((lines) => [...lines, line].slice(-200)));
    setRunning(false);
  };
  // Nobody has to press anything to see a call.
  useEffect(() => void (given === undefined && run()), []);
  const choose = (id: string): void => setCode(snippets.find((one) => one.id === id)?.code ?? code);
  const byKeyboard = (event: KeyboardEvent): void => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || isRunning) return;
    event.preventDefault();
    void run();
  };
  return (
    <section aria-labelledby="code">
      <div class="bar">
        <h2 id="code">Code</h2>
        <select
          aria-label="Example"
          value={snippets.find((one) => one.code === code)?.id ?? ""}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
        >
          <option value="">Your own code</option>
          {snippets.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </select>
        {isRunning ? (
          <button type="button" onClick={runner.stop}>
            Stop
          </button>
        ) : (
          <button type="button" class="primary" title="Ctrl or ⌘ with Enter" onClick={run}>
            Run
          </button>
        )}
      </div>
      <textarea
        class="program"
        aria-label="Code that calls the fake"
        spellcheck={false}
        autocomplete="off"
        rows={Math.min(16, Math.max(8, code.split("\n").length))}
        value={code}
        onInput={({ currentTarget }) => setCode(currentTarget.value)}
        onKeyDown={byKeyboard}
      />
      <div class="output" role="log" aria-label="Output" aria-busy={isRunning}>
        {output.map(({ text, isBad }, at) => (
          <div key={at} class={isBad ? "bad" : ""}>
            {text}
          </div>
        ))}
      </div>
    </section>
  );
}
