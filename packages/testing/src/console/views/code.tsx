import type { VNode } from "preact";

/** Text that scrolls, also by the keyboard. */
export function Code({ text }: { readonly text: string }): VNode {
  // biome-ignore lint/a11y/noNoninteractiveTabindex: browsers that do not focus what scrolls could not scroll it
  return <pre tabIndex={0}>{text}</pre>;
}
