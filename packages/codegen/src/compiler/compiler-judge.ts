import { cut, type Judgement, matchOperations, type Refusal, webhookLabel } from "@svc/diff";
import type { Model, Operation } from "@svc/model";
import { directedModel } from "../emit/testing/directed-model.ts";
import { affectedParts, matchWebhooks } from "./affected.ts";
import { type Part, PLATFORM, partsOf, surfaceFile, tagsOf, typeFiles, webhookParts } from "./surface.ts";
import { checkFiles, type Diagnostic } from "./virtual-program.ts";

interface Check {
  readonly operation: Pick<Operation, "id" | "pointer">;
  readonly part: Part;
  readonly before: Part;
}

/**
 * Lets the compiler say, for every operation of both documents, whether the old inputs are taken by the new types and the
 * new outputs by the old ones. All operations are checked in one program.
 */
export function judgeByCompiler(old: Model, now: Model): Judgement {
  const [judgement] = judgeAllByCompiler([[old, now]]);
  if (judgement === undefined) throw new Error("No judgement.");
  return judgement;
}

/** The same for many pairs of documents, in one program: loading the compiler's library takes longer than a small document. */
export function judgeAllByCompiler(pairs: readonly (readonly [old: Model, now: Model])[]): Judgement[] {
  // Of the types that are emitted: a request has others than a response.
  const cases = pairs.map(([old, now], index) => createCase(directedModel(old), directedModel(now), `/${index}`));
  const files = new Map([["/platform.d.ts", PLATFORM as string], ...cases.flatMap(({ files }) => files)]);
  const checked = cases.flatMap(({ folder }) =>
    ["check", "old/surface", "new/surface"].map((name) => `${folder}/${name}.ts`),
  );
  const errors = checkFiles(files, checked);
  return cases.map(({ operations, webhooks, checks }, index) => {
    const [refused = [], ...own] = errors.slice(index * 3, index * 3 + 3);
    // A type that cannot be looked up would pass every check.
    for (const { reasons } of own.flat()) throw new Error(`An emitted type does not compile: ${reasons.join(" ")}`);
    return { operations, webhooks, refusals: refusalsOf(refused, checks) };
  });
}

function createCase(before: Model, after: Model, folder: string) {
  const { old, now } = affectedParts(before, after);
  const { pairs } = matchOperations(old.operations, now.operations);
  const webhooks = pairWebhooks(old, now);
  const checks = [
    ...pairs.flatMap(([before, after]) => checksOf(partsOf(before, old), partsOf(after, now), after)),
    ...webhooks.flatMap(({ before, after, id }) =>
      checksOf(webhookParts(before), webhookParts(after), { id, pointer: after.pointer }),
    ),
  ];
  const tags = [...new Set([old, now].flatMap(tagsOf))];
  const surface = (partOf: (check: Check) => Part) =>
    surfaceFile(
      checks.map(partOf).flatMap(({ type, passed = type }, index) => [
        [`P${index}`, type],
        [`U${index}`, passed],
      ]),
    );
  const sides = (inner: string, known?: readonly string[]): [string, string][] => [
    ...typeFiles(old, `${folder}/old${inner}`, known),
    ...typeFiles(now, `${folder}/new${inner}`, known),
    [`${folder}/old${inner}/surface.ts`, surface(({ before }) => before)],
    [`${folder}/new${inner}/surface.ts`, surface(({ part }) => part)],
  ];
  // Without open unions both directions have the same types: once is enough.
  const given = tags.length === 0 ? "" : GIVEN;
  const judgedWebhooks = pairWebhooks(before, after).map(({ id }) => id);
  return {
    folder,
    operations: [
      ...matchOperations(before.operations, after.operations).pairs.map(([, { id }]) => id),
      ...judgedWebhooks,
    ],
    webhooks: judgedWebhooks.length,
    checks,
    files: [
      ...sides("", tags),
      ...(given === "" ? [] : sides(given)),
      [`${folder}/check.ts`, checkSource(checks, given)] as const,
    ],
  };
}

/** Webhooks of both documents, named as in changes. */
function pairWebhooks(old: Model, now: Model) {
  return matchWebhooks(old, now).map(([before, after]) => ({ before, after, id: webhookLabel(after) }));
}

/** The file of the types that a program passes. */
const GIVEN = "/given";

/** One line each for old and new, got and given. */
function importsOf(given: string): string[] {
  return [
    'import type * as o from "./old/surface.ts";',
    'import type * as n from "./new/surface.ts";',
    `import type * as og from "./old${given}/surface.ts";`,
    `import type * as ng from "./new${given}/surface.ts";`,
  ];
}

function checksOf(before: readonly Part[], after: readonly Part[], operation: Check["operation"]): Check[] {
  return after.flatMap((part) => {
    const counterpart = before.find(({ name }) => name === part.name);
    return counterpart === undefined ? [] : [{ operation, part, before: counterpart }];
  });
}

/** Two lines per check: do the types fit, and are all properties still there to be read, or to be passed? */
function checkSource(checks: readonly Check[], given: string): string {
  const lines = checks.flatMap(({ part }, index) => {
    const [from, to] = part.direction === "request" ? ["og", "ng"] : ["n", "o"];
    const fits = `export const c${index} = (value: ${from}.P${index}): ${to}.P${index} => value;`;
    const use = part.direction === "response" ? "Read" : "Written";
    return [fits, `export const u${index} = (value: ${use}<n.U${index}>): ${use}<o.U${index}> => value;`];
  });
  return `${[...importsOf(given), ...lines].join("\n")}\n`;
}

/** One refusal per part, with the first reason. */
function refusalsOf(errors: readonly Diagnostic[], checks: readonly Check[]): Refusal[] {
  const refused = new Map<Check | undefined, readonly string[]>();
  for (const { line, reasons } of errors) {
    const check = checks[Math.floor((line - importsOf("").length) / 2)];
    if (!refused.has(check)) refused.set(check, reasons);
  }
  return [...refused].map(([check, reasons]) => toRefusal(check, reasons));
}

function toRefusal(check: Check | undefined, reasons: readonly string[]): Refusal {
  if (check === undefined) throw new Error(`The judge's own file does not compile: ${reasons.join(" ")}`);
  const { operation, part } = check;
  return {
    operation: operation.id,
    pointer: operation.pointer,
    part: part.name,
    direction: part.direction,
    // The innermost reasons tell what differs; the outer ones repeat whole types.
    reason: cut(reasons.slice(-2).join(" "), 300),
  };
}
