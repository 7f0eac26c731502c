import { oneLine } from "@svc/model";
import { countChecked, type JudgedDifference } from "../apply-judgement.ts";
import type { Change, Difference } from "../change.ts";
import { LEVELS, type Level } from "../level.ts";
import { adviceOf } from "../print/advice.ts";
import { groupChanges } from "../print/group-changes.ts";

/** Content of a difference's page. */
export interface PageInput extends Difference, Partial<Pick<JudgedDifference, "compiler">> {
  /** Versions or files that are compared. */
  readonly from: string;
  readonly to: string;
  /** Line of a pointer, in the old or the new document. */
  readonly lineOf: (side: "old" | "new", pointer: string) => number | undefined;
  /** Further remarks, one line each. */
  readonly remarks?: readonly string[];
}

/** One page that shows a difference and needs nothing else: no script, no address, nothing of the documents but text. */
export function differencePage(input: PageInput): string {
  const { from, to, level, changes, compiler, remarks = [] } = input;
  const groups = groupChanges(changes);
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${from} → ${to}: ${level}</title>
<style>${trusted(STYLE)}</style>
</head>
<body>
<header>
<h1>${badge(level)} ${from} → ${to}</h1>
<p>${summary(changes)}</p>
${compilerLines(compiler)}
${remarks.map((remark) => html`<p>${remark}</p>`)}
</header>
<div class="show">${shown(changes)}</div>
<main>
${groups.map(({ title, members }) => group(title, members, input))}
</main>
</body>
</html>
`;
  return page.markup;
}

function group(title: string, members: readonly Change[], input: PageInput): Html {
  const highest = members[0]?.level ?? "patch";
  const open = highest === "patch" ? html`` : html` open`;
  return html`<details${open}>
<summary>${badge(highest)} ${title} <small>(${String(members.length)})</small></summary>
<ul>
${members.map((change) => item(change, input))}
</ul>
</details>`;
}

function item(change: Change, { lineOf }: PageInput): Html {
  const { wire, todo } = adviceOf(change);
  const { level, message, direction, labels, operations, pointerOld, pointerNew } = change;
  const place = (side: "old" | "new", pointer: string | undefined): Html => {
    if (pointer === undefined) return html``;
    const line = lineOf(side, pointer);
    return row(`In the ${side} document`, html`<code>#${pointer}</code>${line === undefined ? "" : `, line ${line}`}`);
  };
  return html`<li class="change ${level}">
<p>${badge(level)} ${types(message)}</p>
<dl>
${row("On the wire", direction === undefined ? sentence(wire) : html`${direction}: ${sentence(wire)}`)}
${labels.length === 0 ? html`` : row("Hurts", html`${labels.join(", ")}`)}
${todo === undefined ? html`` : row("What to do", sentence(todo))}
${operations.length === 0 ? html`` : row("Operations", named(operations))}
${place("old", pointerOld)}
${place("new", pointerNew)}
</dl>
</li>`;
}

/** The message, with old and new type told apart where it has both. */
function types(message: string): Html {
  const match = /^(.*?: )([^:]+) → (.+?)(\.(?: .*)?)$/s.exec(message);
  if (match === null) return sentence(message);
  const [, before = "", old = "", now = "", after = ""] = match;
  return html`${sentence(before)} <code class="from">${old}</code> → <code class="to">${now}</code>${sentence(after)}`;
}

function named(operations: readonly string[]): Html {
  const most = operations.slice(0, 20).map((id) => html`<code>${id}</code>`);
  return html`${most} ${operations.length > most.length ? `and ${operations.length - most.length} more` : ""}`;
}

function row(name: string, value: Html): Html {
  return html`<dt>${name}</dt><dd>${value}</dd>`;
}

function badge(level: Level): Html {
  return html`<span class="badge ${level}">${level}</span>`;
}

function summary(changes: readonly Change[]): string {
  if (changes.length === 0) return "No difference.";
  const counts = countsOf(changes).map(([level, count]) => `${count} ${level}`);
  return `${changes.length === 1 ? "1 change" : `${changes.length} changes`}: ${counts.join(", ")}.`;
}

function shown(changes: readonly Change[]): Html[] {
  return countsOf(changes).map(
    ([level, count]) =>
      html`<label><input type="checkbox" id="${level}" checked> ${badge(level)} ${String(count)}</label>`,
  );
}

function countsOf(changes: readonly Change[]): (readonly [Level, number])[] {
  return LEVELS.toReversed()
    .map((one) => [one, changes.filter(({ level }) => level === one).length] as const)
    .filter(([, count]) => count > 0);
}

function compilerLines(compiler: PageInput["compiler"]): Html[] {
  if (compiler === undefined) return [];
  const { refused, disagreements } = compiler;
  const verdict = disagreements.length === 0 ? "rules and compiler agree" : "rules and compiler disagree:";
  return [
    html`<p>The compiler checked ${countChecked(compiler)} and refuses ${String(refused)}; ${verdict}</p>`,
    ...disagreements.map(
      ({ operation, rules, compiler: says, reason }) =>
        html`<p><code>${operation}</code>: the rules say ${rules}, the compiler ${says}. ${reason}</p>`,
    ),
  ];
}

/** A constant of ours. */
function trusted(text: string): Html {
  return { markup: text } as Html;
}

declare const brand: unique symbol;

/** HTML that is safe to print: made by {@link html} only. */
type Html = { readonly [brand]: "Html"; readonly markup: string };

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
function html(template: TemplateStringsArray, ...values: readonly (Html | string | readonly Html[])[]): Html {
  const markup = template.reduce((all, part, index) => all + toMarkup(values[index - 1] ?? "") + part);
  return { markup } as Html;
}

function toMarkup(value: Html | string | readonly Html[]): string {
  if (typeof value === "string") return oneLine(value).replaceAll(/[&<>"']/g, (mark) => ENTITIES[mark] ?? "");
  return "markup" in value ? value.markup : value.map(({ markup }) => markup).join("\n");
}

/** A sentence in which names stand between backticks. */
function sentence(text: string): Html {
  const parts = text.split(/`([^`]+)`/);
  const markup = parts.map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : words(part)).markup);
  return { markup: markup.join("") } as Html;
}

/** Quoting trims, and these spaces stand between words. */
function words(text: string): Html {
  const [before, after] = [/^\s/.test(text) ? " " : "", /\S\s$/.test(text) ? " " : ""];
  return { markup: `${before}${html`${text}`.markup.trim()}${after}` } as Html;
}

/** The page's style: light and dark by the reader's setting, no fonts or images from elsewhere. */
const STYLE = `
:root { color-scheme: light dark; --ink: #1c2128; --dim: #59636e; --paper: #fff; --card: #f6f8fa; --line: #d1d9e0;
  --major: #b3261e; --minor: #7a5200; --patch: #1a6b3a; --code: #eaeef2; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6edf3; --dim: #9198a1; --paper: #0d1117; --card: #151b23;
  --line: #3d444d; --major: #ff8a80; --minor: #e3b341; --patch: #56d364; --code: #262c36; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 68rem; padding: 1.5rem 1rem 4rem; background: var(--paper); color: var(--ink);
  font: 15px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.5rem; margin: 0 0 .25rem; overflow-wrap: anywhere; }
header p { margin: .25rem 0; color: var(--dim); }
code { font: .9em ui-monospace, monospace; background: var(--code); border-radius: 4px; padding: .1em .3em;
  overflow-wrap: anywhere; }
.show { display: flex; flex-wrap: wrap; gap: 1rem; margin: 1rem 0; padding: .6rem 1rem; background: var(--card);
  border: 1px solid var(--line); border-radius: 6px; position: sticky; top: 0; }
.show label { cursor: pointer; }
body:has(#major:not(:checked)) .change.major, body:has(#minor:not(:checked)) .change.minor,
body:has(#patch:not(:checked)) .change.patch { display: none; }
details { border: 1px solid var(--line); border-radius: 6px; margin: .6rem 0; }
summary { cursor: pointer; padding: .5rem .8rem; background: var(--card); border-radius: 6px; font-weight: 600;
  overflow-wrap: anywhere; }
ul { list-style: none; margin: 0; padding: 0 .8rem; }
.change { padding: .6rem 0; border-top: 1px solid var(--line); }
.change:first-child { border-top: 0; }
.change p { margin: 0; overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .1rem .8rem; margin: .3rem 0 0; font-size: .9rem; }
dt { color: var(--dim); } dd { margin: 0; min-width: 0; overflow-wrap: anywhere; }
.badge { display: inline-block; min-width: 3.6rem; padding: 0 .4rem; margin-right: .3rem; border: 1px solid currentColor;
  border-radius: 999px; font-size: .8rem; font-weight: 600; text-align: center; }
.badge.major { color: var(--major); } .badge.minor { color: var(--minor); } .badge.patch { color: var(--patch); }
.badge.none { color: var(--dim); }
.from { color: var(--major); } .to { color: var(--patch); }
@media (max-width: 36rem) { dl { grid-template-columns: 1fr; } dt { margin-top: .3rem; } }
`;
