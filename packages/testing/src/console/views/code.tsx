import type { VNode } from "preact";

/** Text that scrolls, also by the keyboard. */
export function Code({ text, note = false }: { readonly text: string; readonly note?: boolean }): VNode {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: browsers that do not focus what scrolls could not scroll it
    <pre tabIndex={0} class={note ? "note" : ""}>
      {text}
    </pre>
  );
}
