import { RULE_GROUPS } from "./index.ts";
import type { Rule } from "./rule.ts";

const HEAD = `<!-- Generated from engines/diff/src/rules by \`pnpm generate\`. Do not edit. -->

# Rules of \`pnpm spec:diff\`

Each rule names a kind of change between two versions of the document, and the version that it requires of a package at 1.0.0 or later; below,
every level shifts down by one. Levels hold for users of TypeScript, and for closed enums and unions; in brackets, for those that are open
before and after (\`x-svc-open-enums\` in the document, or \`--open-enums\`). *compile*: programs stop compiling; *runtime*: calls behave
differently; *fixture*: hand-built test data must change.
`;

/** The table of all rules, as Markdown. */
export function rulesPage(): string {
  const groups = RULE_GROUPS.map(([title, rules]) => [`## ${title}`, "", ...table(rules)].join("\n"));
  return `${[HEAD, ...groups].join("\n")}\n`.replace(/\n+$/, "\n");
}

function table(rules: { readonly [id: string]: Rule }): string[] {
  const rows = Object.entries(rules).map(([id, rule]) => {
    const cells = [`\`${id}\``, levels(rule), rule.example];
    return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  });
  return ["| rule | level | example |", "|---|---|---|", ...rows, ""];
}

/** One level if all directions have the same. */
function levels({ levels }: Rule): string {
  const named = Object.entries(typeof levels === "string" ? { document: levels } : levels).map(
    ([name, verdict]) => [name, verdict.replace(/, (.*)$/, ", *$1*")] as const,
  );
  const all = new Set(named.map(([, level]) => level));
  return all.size === 1 ? [...all].join() : named.map((one) => one.join(": ")).join("; ");
}
