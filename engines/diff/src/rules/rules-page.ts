import { RULE_GROUPS } from "./index.ts";
import type { Rule, Verdict } from "./rule.ts";

const HEAD = `<!-- Generated from engines/diff/src/rules by \`pnpm generate\`. Do not edit. -->

# Rules of \`pnpm spec:diff\`

Each rule names a kind of change between two versions of the document, and the version that it asks of a package at 1.0.0
or later: below that every level shifts down by one. Levels are those of a TypeScript user. Enums and unions are closed;
the level in brackets holds where they are open before and after (\`x-svc-open-enums\` in the document, or \`--open-enums\`). Labels say where it hurts: *compile* (programs stop compiling), *runtime*
(calls behave differently), *fixture* (hand-built test data must change).
`;

/** The table of all rules, as Markdown. */
export function rulesPage(): string {
  const groups = RULE_GROUPS.map(([title, rules]) => [`## ${title}`, "", ...table(rules)].join("\n"));
  return `${[HEAD, ...groups].join("\n")}\n`.replace(/\n+$/, "\n");
}

function table(rules: { readonly [id: string]: Rule }): string[] {
  const rows = Object.entries(rules).map(([id, rule]) => {
    const cells = [`\`${id}\``, verdict(rule.request), verdict(rule.response), verdict(rule.document), rule.example];
    return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  });
  return ["| rule | request | response | document | example |", "|---|---|---|---|---|", ...rows, ""];
}

function verdict(verdict: Verdict | undefined): string {
  if (verdict === undefined) return "";
  const open = verdict.open === undefined ? "" : ` (${verdict.open})`;
  const labels = verdict.labels.length === 0 ? "" : `, *${verdict.labels.join(", ")}*`;
  return `${verdict.level}${open}${labels}`;
}
