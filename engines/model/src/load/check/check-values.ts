import type { Raw } from "../../build/raw.ts";
import { fitValue } from "../../normalize/fit-value.ts";
import { compilePattern } from "../../normalize/pattern.ts";
import { leaveOutValue, mendEnum } from "../../repair/values.ts";
import { show } from "../finding.ts";
import { childPointer } from "../pointer.ts";
import type { CheckContext } from "./context.ts";

/** Checks the values that a schema names against its own type, and its patterns against ECMA-262. */
export function checkValues(schema: Raw, pointer: string, context: CheckContext): void {
  const { type } = schema as { type: unknown };
  if (Array.isArray(schema["enum"])) checkEnum(schema, pointer, context);
  for (const keyword of ["default", "example"]) {
    if (!Object.hasOwn(schema, keyword) || fitValue(schema[keyword], type) !== undefined) continue;
    const at = childPointer(pointer, keyword);
    context.mend(at, leaveOutValue(schema[keyword], type, at));
  }
  const { examples } = schema as { examples: unknown };
  for (const [index, example] of (Array.isArray(examples) ? examples : []).entries()) {
    if (fitValue(example, type) !== undefined) continue;
    const at = childPointer(childPointer(pointer, "examples"), index);
    context.mend(at, leaveOutValue(example, type, at));
  }
  if (typeof schema["pattern"] === "string" && compilePattern(schema["pattern"]) === undefined) {
    context.warn(
      childPointer(pointer, "pattern"),
      `is ${show(schema["pattern"])}, no ECMA-262 pattern that can be matched in linear time, and left out; correct it`,
    );
  }
  const patterns = schema["patternProperties"];
  if (typeof patterns !== "object" || patterns === null) return;
  for (const pattern of Object.keys(patterns)) {
    if (compilePattern(pattern) !== undefined) continue;
    const at = childPointer(childPointer(pointer, "patternProperties"), pattern);
    context.warn(
      at,
      "has a name that is no ECMA-262 pattern that can be matched in linear time, and is left out; correct it",
    );
  }
}

function checkEnum(schema: Raw, pointer: string, context: CheckContext): void {
  const values = schema["enum"] as readonly unknown[];
  const at = childPointer(pointer, "enum");
  if (values.length === 0) context.warn(at, "is empty, so no value is valid; add values or remove it");
  const seen = new Set<string>();
  for (const [index, value] of values.entries()) {
    const text = JSON.stringify(value);
    if (seen.has(text)) context.warn(childPointer(at, index), `is ${show(value)} again; remove it`);
    seen.add(text);
  }
  for (const [place, mend] of mendEnum(schema, pointer)) context.mend(place, mend);
}
