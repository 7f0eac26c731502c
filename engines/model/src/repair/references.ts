import { get } from "../build/raw.ts";
import { childPointer, pointerTokens, valueAt } from "../load/pointer.ts";
import type { Node } from "../load/walk.ts";
import { type Edit, type Mend, splitPointer } from "./repair.ts";

/** An object whose reference leads to nothing that can stand there, without it. */
export function withoutReference(
  { kind, pointer }: Node,
  keyword: string,
  root: unknown,
): Pick<Mend, "assumed" | "edits" | "loss"> {
  const reference: Edit = { op: "remove", pointer: childPointer(pointer, keyword) };
  switch (kind) {
    case "schema":
      return anyValue(pointer, reference, root);
    case "response":
      return { assumed: "a response without a body is assumed", loss: "the body", edits: [reference] };
    case "pathItem":
      return { assumed: "what stands beside it is the path item", edits: [reference] };
    default:
      return { assumed: "it is left out", loss: `the ${words(kind)}`, edits: [{ op: "remove", pointer }] };
  }
}

/** Where any value is one of the alternatives of a `oneOf`, whatever fits another fits two: then it is an `anyOf`. */
function anyValue(pointer: string, reference: Edit, root: unknown): Pick<Mend, "assumed" | "edits" | "loss"> {
  const list = splitPointer(pointer).parent;
  const { parent, key } = splitPointer(list);
  if (key !== "oneOf" || get(valueAt(root, pointerTokens(parent) ?? []), "anyOf") !== undefined) {
    return { assumed: "any value is assumed", loss: "the type", edits: [reference] };
  }
  const edits: readonly Edit[] = [reference, { op: "rename", pointer: parent, from: "oneOf", to: "anyOf" }];
  return { assumed: 'any value is assumed, so "oneOf" is read as "anyOf"', loss: "the type", edits };
}

/** `requestBody` -> "request body". */
export function words(kind: string): string {
  return kind.replaceAll(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`);
}
