/** A page of the site before it is built. */
export interface Page {
  /** Where it lies in the site: `guides/errors.md`. */
  readonly path: string;
  /** File of the checkout that it is, relative to the root; undefined where it is made here. */
  readonly source: string | undefined;
  readonly markdown: string;
}

/** The text of the first heading, without marks. */
export function titleOf(markdown: string): string {
  const [, heading = ""] = /^# (.+)$/m.exec(markdown) ?? [];
  return heading.replaceAll(/[`*_\\]/g, "").trim();
}

/** The first paragraph behind the title, on one line; empty where something else follows it. */
export function leadOf(markdown: string): string {
  const [, text = ""] = /^# .+\n+(?![#|`<-])(.+(?:\n(?!\n).+)*)/m.exec(markdown) ?? [];
  return text.replaceAll("\n", " ").trim();
}
