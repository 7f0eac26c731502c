import type { Snippet } from "../../packages/testing/src/console/views/editor.tsx";
import { showInPage } from "../../packages/testing/src/console/views/in-page.tsx";
import { connect } from "./connect.ts";

/** Written into the script when it is built. */
declare const SNIPPETS: readonly Snippet[];

const script = new URL("worker.js", (document.currentScript as HTMLScriptElement).src).href;
// `#code=...` leads here from the pages of operations.
const [, given] = /^#code=(.+)$/.exec(location.hash) ?? [];
showInPage({
  ...connect(script),
  snippets: SNIPPETS,
  given: given === undefined ? undefined : decodeURIComponent(given),
  home: "../index.html",
});
