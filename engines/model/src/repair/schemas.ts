import { show } from "../load/finding.ts";
import { replaceAt, splitPointer } from "./edits.ts";
import type { Mend } from "./repair.ts";

const TYPES: readonly unknown[] = ["null", "boolean", "integer", "number", "string", "array", "object"];

/**
 * The schema that is meant by what is none: a place left empty, `"true"`, the name of a type, and `items` as a list, which
 * JSON Schema had before 2020.
 */
export function mendSchema(value: unknown, at: string, root: unknown): Pick<Mend, "assumed" | "edits"> | undefined {
  if (Array.isArray(value) && value.length > 0)
    return splitPointer(at).key === "items" ? mendItems(value, at) : undefined;
  const meant = schemaOf(value);
  if (meant === undefined) return undefined;
  const isTyped = typeof meant === "object" && meant.type !== undefined;
  const assumed = isTyped
    ? `a schema of type ${show(meant.type)} is assumed`
    : `${meant === true || meant === false ? meant : "any value"} is assumed`;
  return { assumed, edits: replaceAt(at, meant, root) };
}

function schemaOf(value: unknown): boolean | { readonly type?: unknown } | undefined {
  if (value === null || value === undefined || Array.isArray(value)) return {};
  if (value === "true" || value === "false") return value === "true";
  return TYPES.includes(value) ? { type: value } : undefined;
}

/** One schema is that of every item; several are those of the first items. */
function mendItems(list: readonly unknown[], at: string): Pick<Mend, "assumed" | "edits"> {
  const { parent } = splitPointer(at);
  if (list.length === 1) {
    return { assumed: "each item is of it", edits: [{ op: "set", pointer: parent, key: "items", value: list[0] }] };
  }
  return {
    assumed: "each item is of the schema at its place",
    edits: [
      { op: "remove", pointer: at },
      { op: "set", pointer: parent, key: "prefixItems", value: list },
    ],
  };
}
