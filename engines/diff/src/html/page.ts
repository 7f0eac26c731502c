import { countChecked, type JudgedDifference } from "../apply-judgement.ts";
import type { Change, Difference } from "../change.ts";
import { LEVELS, type Level } from "../level.ts";
import { adviceOf } from "../print/advice.ts";
import { groupChanges } from "../print/group-changes.ts";
import { type Html, html, sentence } from "./markup.ts";
import { STYLE } from "./style.ts";

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
