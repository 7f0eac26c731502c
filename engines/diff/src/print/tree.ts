import { countChecked, type JudgedDifference } from "../apply-judgement.ts";
import type { Change, Difference } from "../change.ts";
import type { Level } from "../level.ts";
import { cut } from "../schema/type-text.ts";
import { groupChanges } from "./group-changes.ts";

/** Operations that one line names; of more, it tells the number. */
const MAX_OPERATIONS = 3;

/** The difference for people: the level of it all, then the changes by place, highest level first. */
export function printTree({ level, changes, compiler }: Difference & Partial<JudgedDifference>, style: Style): string {
  const lines = groupChanges(changes).flatMap(({ title, members, isList, shared = "" }) => [
    style.strong(title),
    ...members.flatMap((change, index) => {
      const message = shared === "" ? change.message : change.message.slice(0, -shared.length);
      const printed = printChange({ ...change, message }, index === members.length - 1, style);
      return isList ? printed.slice(0, 1) : printed;
    }),
    "",
  ]);
  const counts = (["major", "minor", "patch"] as const)
    .map((one) => [one, changes.filter((change) => change.level === one).length] as const)
    .filter(([, count]) => count > 0)
    .map(([one, count]) => `${count} ${one}`);
  const summary = changes.length === 0 ? "no difference" : counts.join(", ");
  const head = `level: ${paint(level, style)(level)} (${summary})`;
  return [head, "", ...lines, ...printCompiler(compiler, style)].join("\n").trimEnd();
}

function printChange(change: Change, isLast: boolean, style: Style): string[] {
  const [branch, trunk] = isLast ? ["└─ ", "   "] : ["├─ ", "│  "];
  const labels = change.labels.length === 0 ? "" : ` ${style.accent(`[${change.labels.join(", ")}]`)}`;
  const level = paint(change.level, style)(change.level);
  const direction = change.direction === undefined ? "" : `${change.direction}: `;
  const { operations } = change;
  const where =
    operations.length === 0
      ? ""
      : operations.length > MAX_OPERATIONS
        ? `, ${operations.length} operations`
        : `, ${operations.map((id) => cut(id, 60)).join(", ")}`;
  return [
    `${style.dim(branch)}${level} ${direction}${change.message}${labels}`,
    style.dim(`${trunk}#${cut(change.pointer, 200)}${where}`),
  ];
}

function printCompiler(compiler: JudgedDifference["compiler"] | undefined, style: Style): string[] {
  if (compiler === undefined) return [];
  const { refused, failing = 0, disagreements } = compiler;
  const tolerated = failing === 0 ? "" : ` (${failing} for one more way to fail, which is minor)`;
  const lines = disagreements.map(
    ({ operation, rules, compiler: verdict, reason }) =>
      `${cut(operation, 60)}: the rules say ${rules}, the compiler ${verdict}. ${reason}`,
  );
  const agreement =
    lines.length === 0 ? "rules and compiler agree" : "rules and compiler disagree, the higher level counts:";
  return [
    style.strong("compiler"),
    `${countChecked(compiler)} checked, ${refused} refused${tolerated}; ${agreement}`,
    ...lines.map((line, index) => `${style.dim(index === lines.length - 1 ? "└─" : "├─")} ${line}`),
    "",
  ];
}

function paint(level: Level, style: Style): (text: string) => string {
  if (level === "major") return (text) => style.bad(text);
  return level === "minor" ? (text) => style.accent(text) : (text) => style.good(text);
}

/** Colours of the output; identity functions if colour is off. */
export interface Style {
  good(text: string): string;
  bad(text: string): string;
  accent(text: string): string;
  dim(text: string): string;
  strong(text: string): string;
}

/** Text without colours. */
export const PLAIN: Style = {
  good: (text) => text,
  bad: (text) => text,
  accent: (text) => text,
  dim: (text) => text,
  strong: (text) => text,
};

/** The difference as `--json` prints it. */
export function toJson({ level, changes, ...more }: Difference & Partial<JudgedDifference>): string {
  return JSON.stringify({ level, changes, ...more }, null, 2);
}
