import { oneLine } from "@svc/model";

declare const brand: unique symbol;

/** HTML that is safe to print: made by {@link html} only. */
export type Html = { readonly [brand]: "Html"; readonly markup: string };

const ENTITIES: { readonly [mark: string]: string } = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/**
 * Template tag for HTML: whatever is not {@link Html} is shown as text, on one line, with invisible and reordering
 * characters escaped. Attributes are quoted in the templates.
 */
export function html(template: TemplateStringsArray, ...values: readonly (Html | string | readonly Html[])[]): Html {
  const markup = template.reduce((all, part, index) => all + toMarkup(values[index - 1] ?? "") + part);
  return { markup } as Html;
}

function toMarkup(value: Html | string | readonly Html[]): string {
  if (typeof value === "string") return oneLine(value).replaceAll(/[&<>"']/g, (mark) => ENTITIES[mark] ?? "");
  return "markup" in value ? value.markup : value.map(({ markup }) => markup).join("\n");
}

/** A sentence in which names stand between backticks. */
export function sentence(text: string): Html {
  const parts = text.split(/`([^`]+)`/);
  const markup = parts.map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : words(part)).markup);
  return { markup: markup.join("") } as Html;
}

/** Quoting trims, and these spaces stand between words. */
function words(text: string): Html {
  const [before, after] = [/^\s/.test(text) ? " " : "", /\S\s$/.test(text) ? " " : ""];
  return { markup: `${before}${html`${text}`.markup.trim()}${after}` } as Html;
}
