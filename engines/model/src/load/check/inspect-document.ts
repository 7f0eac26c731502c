import { asObject, get } from "../../build/raw.ts";
import type { Names } from "../../naming/name-ledger.ts";
import { type Repair, replaceAt } from "../../repair/repair.ts";
import { createWork } from "../../work.ts";
import { type Finding, kindOf } from "../finding.ts";
import { REFERABLE } from "../kinds.ts";
import { childPointer } from "../pointer.ts";
import { isReference, type Node, walk } from "../walk.ts";
import { checkClosed, mayBeClosed } from "./check-closed.ts";
import { checkCycles } from "./check-cycles.ts";
import { checkObject } from "./check-objects.ts";
import { checkPaths } from "./check-paths.ts";
import { checkReference, collectNames, type SchemaNames, writeOut } from "./check-references.ts";
import { checkRoot } from "./check-root.ts";
import { checkNullable, checkSchema } from "./check-schema.ts";
import { checkRequirements, checkSecurity } from "./check-security.ts";
import type { CheckContext, Inspection } from "./context.ts";

/** Most values that are written out in the places of references: maps that hold each other twice grow without end. */
const MAX_WRITTEN = 100_000;

const inspections = new WeakMap<object, Inspection>();

/** Looks at a whole document: every object, every reference, and what only shows between them. */
export function inspectDocument(document: unknown, file = "document", formerRoutes: Names = {}): Inspection {
  const inspection = inspect(document, formerRoutes);
  if (typeof document === "object" && document !== null) inspections.set(document, inspection);
  const named = <T extends Finding | Repair>(list: readonly T[]): T[] => list.map((item) => ({ ...item, file }));
  const { findings, repairs, warnings } = inspection;
  return { ...inspection, findings: named(findings), repairs: named(repairs), warnings: named(warnings) };
}

/** Every reason to refuse a document for those who want no repairs. */
export function strictFindings({ findings, repairs }: Pick<Inspection, "findings" | "repairs">): Finding[] {
  const places = new Set(findings.map(({ pointer }) => pointer));
  return [
    ...findings,
    ...repairs
      .filter(({ pointer }) => !places.has(pointer))
      .map(({ file, pointer, wrong, advice }) => ({ file, pointer, message: `${wrong}; ${advice}` })),
  ];
}

/** The inspection that has just been made of a document, once; a new one where there is none. */
export function takeInspection(document: unknown): Inspection {
  const known = typeof document === "object" && document !== null ? inspections.get(document) : undefined;
  // Kept no longer: the document may change before it is looked at again.
  if (known !== undefined) inspections.delete(document as object);
  return known ?? inspect(document);
}

function inspect(root: unknown, formerRoutes: Names = {}): Inspection {
  const findings = new Map<string, Finding>();
  const warnings: Finding[] = [];
  const repairs: Repair[] = [];
  const made = new Set<string>();
  const targets = new Map<object, Node>();
  const is30 = /^3\.0/.test(String(get(root, "openapi")));
  const context: CheckContext = {
    root,
    is30,
    formerRoutes,
    targets,
    written: createWork(MAX_WRITTEN),
    // One finding for a place: the first is the cause, what follows at the same place mostly is not.
    refuse: (pointer, message) => {
      if (!findings.has(pointer)) findings.set(pointer, { file: "", pointer, message });
    },
    // One repair for a mistake, however many places show it: a scheme that every operation names is defined once.
    mend: (pointer, mend) => {
      const key = JSON.stringify([mend.wrong, mend.edits]);
      if (made.has(key)) return;
      made.add(key);
      repairs.push({ file: "", pointer, ...mend });
    },
    warn: (pointer, message) => {
      warnings.push({ file: "", pointer, message });
    },
  };
  check(root, context);
  return { findings: [...findings.values()], repairs, warnings, is30, targets };
}

function check(root: unknown, context: CheckContext): void {
  if (typeof root !== "object" || root === null || Array.isArray(root)) {
    context.refuse("", `is ${kindOf(root)}; expected an OpenAPI document, an object`);
    return;
  }
  const excess = findExcess(root);
  if (excess !== undefined) {
    context.refuse(excess.pointer, excess.message);
    return;
  }
  checkRoot(root, context);
  const references = checkNodes(root, context);
  checkPaths(context);
  checkSecurity(context);
  checkCycles(references, context);
}

/** Checks every object by itself, then every reference, and then what only references lead to. Returns the references. */
function checkNodes(root: object, context: CheckContext): Node[] {
  const names: SchemaNames = { ids: new Map(), anchors: new Map(), dynamic: new Map(), known: new Map() };
  const seen = new Set<unknown>();
  const references: Node[] = [];
  const schemas: Node[] = [];
  const visit = (node: Node): void => {
    seen.add(node.value);
    const raw = asObject(node.value);
    if ((node.isMap === true || !REFERABLE.has(node.kind)) && typeof raw["$ref"] === "string") {
      writeOut(node, raw, context);
      return;
    }
    const refers =
      REFERABLE.has(node.kind) &&
      (Object.hasOwn(raw, "$ref") || (node.kind === "schema" && Object.hasOwn(raw, "$dynamicRef")));
    if (refers) references.push(node);
    if (isReference(node, context.is30)) {
      if (node.kind === "schema") checkNullable(raw, node.pointer, context);
      return;
    }
    if (node.kind !== "schema") {
      checkObject(node, context);
      if (node.kind === "operation")
        checkRequirements(raw["security"], childPointer(node.pointer, "security"), context);
      return;
    }
    collectNames(node, names, root);
    checkSchema(node, context);
    if (mayBeClosed(node.value)) schemas.push(node);
  };
  const misshapen = (pointer: string, expected: "list" | "map", value: unknown): void => {
    // An empty place in YAML, or an extension of another meaning.
    if (value === null || pointer === "/x-webhooks") return;
    if (typeof get(value, "$ref") === "string") {
      writeOut({ pointer }, asObject(value), context);
      return;
    }
    const [wrong, advice] = [`is ${kindOf(value)}`, `write ${expected === "list" ? "a list" : "an object"}`];
    const isEmpty = typeof value === "object" && Object.keys(value).length === 0;
    // Annotations decide nothing.
    const isExamples = pointer.endsWith("/examples");
    if (expected === "list" && !isEmpty && /\/(?:allOf|anyOf|oneOf)$/.test(pointer)) {
      const edits = replaceAt(pointer, [value], context.root);
      context.mend(pointer, { wrong, advice, assumed: "a list of it is assumed", edits });
      return;
    }
    if (!isEmpty && !isExamples) context.refuse(pointer, `${wrong}; ${advice}`);
    else {
      const edits = isExamples
        ? [{ op: "remove", pointer } as const]
        : replaceAt(pointer, expected === "list" ? [] : {}, context.root);
      const assumed = isExamples ? "they are left out" : "an empty one is assumed";
      context.mend(pointer, { wrong, advice, assumed, edits });
    }
  };
  const options = { is30: context.is30, visit, misshapen };
  walk({ kind: "document", value: root, pointer: "", resource: undefined }, options);
  // References may lead to places that OpenAPI does not know; what is found there may refer on.
  for (let index = 0; index < references.length; index++) {
    const target = checkReference(references[index] as Node, names, context);
    if (target !== undefined && !seen.has(target.value)) walk(target, options);
  }
  checkClosed(schemas, context);
  return references;
}

/**
 * Deeper than any real document by far, and shallow enough for what recurses over values: TypeScript's printer overflows
 * somewhere above 500 levels, and its checker manages what it prints.
 */
const MAX_DEPTH = 400;

/** More values than any real document has by far: shared objects may stand for more than memory could hold. */
const MAX_VALUES = 20_000_000;

/** Why a document is too large to walk, and where: it nests too deeply, contains itself, or multiplies by sharing. */
function findExcess(root: unknown): { readonly pointer: string; readonly message: string } | undefined {
  let left = MAX_VALUES;
  const path: string[] = [];
  // Recursion is bounded by the depth that it checks.
  const fits = (value: object, depth: number): boolean => {
    const items = Array.isArray(value) ? value : Object.values(value);
    left -= items.length;
    if (depth > MAX_DEPTH || left < 0) return false;
    for (let index = 0; index < items.length; index++) {
      const item = items[index];
      if (typeof item !== "object" || item === null || fits(item, depth + 1)) continue;
      path.push(Array.isArray(value) ? String(index) : (Object.keys(value)[index] ?? ""));
      return false;
    }
    return true;
  };
  if (typeof root !== "object" || root === null || fits(root, 1)) return undefined;
  const pointer = childPointer("", ...path.reverse().slice(0, 12));
  if (left < 0) return { pointer, message: `is among more than ${MAX_VALUES} values; split the document` };
  return { pointer, message: `nests more than ${MAX_DEPTH} levels; split it up with $ref` };
}
