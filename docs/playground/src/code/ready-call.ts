import type { model } from "@svc/testing";
import { build } from "@svc/testing/build";
import { SEEDED } from "../world/seed.ts";

type Operation = (typeof model.operations)[number];

/** Items that a ready call asks for, where an operation lets the caller say. */
const PAGE = 20;

/** Source of a call of an operation that succeeds: arguments as the builders make them, ids of what is stored. */
export function readyCall(operation: Operation): string {
  const values = argumentsOf(operation);
  const method = `svc.${operation.name.join(".")}`;
  if (!values.every(isPlain)) return `await ${method}(...build.args(${JSON.stringify(operation.id)}))`;
  return `await ${method}(${values.map(literal).join(", ")})`;
}

/** Whether a ready call has parameters beside those of the path and the body. */
export function givesParams(operation: Operation): boolean {
  return argumentsOf(operation).length > pathNames(operation).length + (operation.body === undefined ? 0 : 1);
}

function argumentsOf(operation: Operation): unknown[] {
  build.rewind();
  const built: readonly unknown[] = build.args(operation.id as Parameters<typeof build.args>[0]);
  const inPath = pathNames(operation);
  const values = [...built].map((value, index) => SEEDED[inPath[index] ?? ""] ?? value);
  const limit = operation.parameters.find(({ name, in: place }) => name === "limit" && place === "query");
  if (limit !== undefined && values.length === inPath.length && operation.body === undefined) {
    values.push({ limit: Math.min(PAGE, limit.schema.maximum ?? PAGE) });
  }
  return values;
}

/** Whether a value can be written down as a literal: no file, no bytes. */
function isPlain(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  const isKnown = prototype === Object.prototype || prototype === null || Array.isArray(value);
  return isKnown && Object.values(value).every(isPlain);
}

/** Path parameters in the order of the template, which is that of the method's arguments. */
function pathNames({ path }: Operation): string[] {
  return [...path.matchAll(/\{([^}]+)\}/g)].map(([, name = ""]) => name);
}

/** A value as JavaScript source: as short as somebody would type it. */
export function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "undefined";
  const fields = Object.entries(value).map(([key, part]) => `${fieldName(key)}: ${literal(part)}`);
  return fields.length === 0 ? "{}" : `{ ${fields.join(", ")} }`;
}

function fieldName(key: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key);
}
