import type { Snippet } from "../../packages/testing/src/console/views/editor.tsx";
import { showInPage } from "../../packages/testing/src/console/views/in-page.tsx";
import { connect } from "./connect.ts";

/** Written into the script when it is built. */
declare const SNIPPETS: readonly Snippet[];

// As the reader chose on the other pages; else as the system has it.
const appearance = localStorage.getItem("vitepress-theme-appearance");
if (appearance === "dark" || appearance === "light") document.documentElement.style.colorScheme = appearance;

const script = new URL("worker.js", (document.currentScript as HTMLScriptElement).src).href;
// `#code=...` leads here from the pages of operations.
const [, given] = /^#code=(.+)$/.exec(location.hash) ?? [];
showInPage({
  ...connect(script),
  snippets: SNIPPETS,
  given: given === undefined ? undefined : decodeURIComponent(given),
  root: document.getElementById("console") ?? document.body,
});
