import { childPointer } from "../load/pointer.ts";
import type { Node } from "../load/walk.ts";
import type { Mend } from "./repair.ts";

/** An object whose reference leads to nothing that can stand there, without it. */
export function withoutReference({ kind, pointer }: Node, keyword: string): Pick<Mend, "assumed" | "edits"> {
  const reference = [{ op: "remove", pointer: childPointer(pointer, keyword) }] as const;
  switch (kind) {
    case "schema":
      return { assumed: "any value is assumed", edits: reference };
    case "response":
      return { assumed: "a response without a body is assumed", edits: reference };
    case "pathItem":
      return { assumed: "what stands beside it is the path item", edits: reference };
    default:
      return { assumed: "it is left out", edits: [{ op: "remove", pointer }] };
  }
}
