import { isScalar, isSeq, type Pair } from "yaml";
import { childPointer } from "../pointer.ts";

/** Texts that YAML reads as numbers: of `enum: [1.0, 007]`, a string's, nothing but the source knows what is sent. */
export function keepNumerals(
  pairs: readonly Pair[],
  {
    result,
    pointer,
    read,
  }: {
    readonly result: { readonly [key: string]: unknown };
    readonly pointer: string;
    /** Told of each value that is read as text. */
    readonly read: (pointer: string, wrong: string, value: unknown) => void;
  },
): void {
  const { type, enum: values } = result;
  if (type !== "string" && !(Array.isArray(type) && type.includes("string"))) return;
  if (Array.isArray(type) && type.some((name) => name === "number" || name === "integer")) return;
  const list = pairs.findLast(({ key }) => isScalar(key) && key.value === "enum")?.value;
  if (!isSeq(list) || !Array.isArray(values)) return;
  for (const [index, item] of list.items.entries()) {
    if (!isScalar(item) || typeof item.value !== "number" || item.source === undefined) continue;
    if (item.source === String(item.value) || typeof values[index] !== "number") continue;
    values[index] = item.source;
    const at = childPointer(childPointer(pointer, "enum"), index);
    read(at, `is written without quotes, so YAML reads ${item.source} as the number ${item.value}`, item.source);
  }
}
