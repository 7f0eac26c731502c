import { render } from "preact";
import { Console } from "./app.tsx";
import { Editor, type Runner, type Snippet } from "./editor.tsx";
import { createState } from "./state.ts";
import type { Transport } from "./transport.ts";

/** A page that has a fake of its own. */
export interface InPageOptions {
  readonly transport: Transport;
  readonly runner: Runner;
  readonly snippets: readonly Snippet[];
  /** Code of the link that led to the page. */
  readonly given: string | undefined;
  readonly root: Element;
}

/** Shows the console of a fake that lives in the page, with an editor for code that calls it. */
export function showInPage({ transport, root, ...editor }: InPageOptions): void {
  const hint = <p>No call yet: press Run.</p>;
  render(
    <Console state={createState(transport)} hint={hint}>
      <Editor {...editor} />
    </Console>,
    root,
  );
}
