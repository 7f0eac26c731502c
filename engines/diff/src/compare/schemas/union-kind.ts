import type { Schema } from "@svc/model";
import type { Conjunction } from "../../schema/side.ts";

/** How many of its variants a value must match, in the words of a message. Undefined where there is no choice. */
export function unionKind({ leaves, alternatives }: Conjunction): string | undefined {
  if (alternatives.length < 2) return undefined;
  const kinds = new Set(leaves.map(choiceOf));
  return kinds.has("exactly one of its")
    ? "exactly one of its"
    : kinds.has("at least one of its")
      ? "at least one of its"
      : undefined;
}

/** The choice that a schema leaves: one beside null is none of its own. */
function choiceOf({ oneOf, anyOf }: Schema): string | undefined {
  const others = (oneOf ?? anyOf)?.filter(({ type }) => type !== "null");
  const [only] = others ?? [];
  if (others === undefined || only === undefined) return undefined;
  if (others.length === 1) return choiceOf(only);
  return oneOf === undefined ? "at least one of its" : "exactly one of its";
}
