import type { Raw } from "../build/raw.ts";
import { fitValue } from "../normalize/fit-value.ts";
import { compilePattern } from "../normalize/pattern.ts";
import type { CheckContext } from "./context.ts";
import { kindOf, show } from "./finding.ts";
import { childPointer } from "./pointer.ts";

/** Checks the values that a schema names against its own type, and its patterns against ECMA-262. */
export function checkValues(schema: Raw, pointer: string, context: CheckContext): void {
  const { type } = schema as { type: unknown };
  if (Array.isArray(schema["enum"])) checkEnum(schema["enum"], type, childPointer(pointer, "enum"), context);
  if (Object.hasOwn(schema, "default") && fitValue(schema["default"], type) === undefined) {
    const at = childPointer(pointer, "default");
    context.warn(at, `is ${show(schema["default"])}, not of type ${show(type)}, and left out; correct it`);
  }
  if (typeof schema["pattern"] === "string" && compilePattern(schema["pattern"]) === undefined) {
    context.warn(
      childPointer(pointer, "pattern"),
      `is ${show(schema["pattern"])}, no ECMA-262 pattern, and left out; correct it`,
    );
  }
  const patterns = schema["patternProperties"];
  if (typeof patterns !== "object" || patterns === null) return;
  for (const pattern of Object.keys(patterns)) {
    if (compilePattern(pattern) !== undefined) continue;
    const at = childPointer(childPointer(pointer, "patternProperties"), pattern);
    context.warn(at, "has a name that is no ECMA-262 pattern, and is left out; correct it");
  }
}

function checkEnum(values: readonly unknown[], type: unknown, pointer: string, context: CheckContext): void {
  if (values.length === 0) context.warn(pointer, "is empty, so no value is valid; add values or remove it");
  const seen = new Set<string>();
  for (const [index, value] of values.entries()) {
    const at = childPointer(pointer, index);
    const text = JSON.stringify(value);
    if (seen.has(text)) context.warn(at, `is ${show(value)} again; remove it`);
    seen.add(text);
    if (fitValue(value, type) !== undefined) continue;
    const message = `is ${show(value)}, ${kindOf(value)} that can never be of type ${show(type)}; correct the value or the type`;
    // Text where numbers or booleans belong would be read as code; other mismatches merely match nothing.
    if (typeof value === "string" || typeof value === "object") context.refuse(at, message);
    else context.warn(at, message);
  }
}
