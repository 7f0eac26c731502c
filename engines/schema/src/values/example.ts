import type { Json } from "@svc/model/data";
import type { Run, Spot } from "../builders/run.ts";
import { isRecord } from "../json.ts";
import type { Node } from "../shape/compiler.ts";
import { describedType, type Shape } from "../shape/shape.ts";
import { TIME_FORMATS } from "./formats.ts";

/** Values that tell one object from another: an example has them only once. */
const IDENTITY = /(^|_)(id|uuid|guid|key|token|email|url|uri|slug|code|hash|number)$/;
/** Texts that say what kind of thing an object is: every object of a schema has the same. */
const KIND = /^(?:object|(?:.*_)?(?:type|kind))$/;
/** An address as those want it who check the format `url`, which no standard defines: absolute, and of a public host. */
const PUBLIC_URL = /^(?:https?|ftp):\/\/(?:[a-z\d-]+\.)+[a-z]{2,}(?::\d{2,5})?(?:\/\S*)?$/i;

/**
 * The document's example of this place: an example of the object around it, or of the value itself. Of objects and lists
 * it is only where the parts look first. Undefined where it is not valid, not wanted, or would not be believable: null,
 * a time that stands still, an id that is there already.
 */
export function exampleFor(node: Node, shape: Shape, run: Run, spot: Spot): Json | undefined {
  if (run.mode === "minimal" || run.mode === "any" || !(run.useExamples || isKind(shape, spot))) return undefined;
  const shown = spot.example ?? shape.examples[run.index % shape.examples.length];
  if (shown === undefined || shown === null) return undefined;
  if (isRecord(shown) || Array.isArray(shown)) return shown;
  // JSON as text, beside a schema of an object that does not say so.
  const described = shape.typed ? undefined : describedType(shape);
  if (described === "object" || described === "array") return undefined;
  if (shape.formats.some((format) => TIME_FORMATS.has(format))) return undefined;
  if (run.index > 0 && (IDENTITY.test(spot.name) || shape.formats.includes("uuid"))) return undefined;
  if (shape.formats.includes("url") && !PUBLIC_URL.test(String(shown))) return undefined;
  return run.compiler.judgesOf(run.direction).isValid(node.schema, shown) ? shown : undefined;
}

/** Whether the one example of a text is its only value, as far as the document says. */
function isKind({ examples, values }: Shape, { name, example }: Spot): boolean {
  return example === undefined && values === undefined && examples.length === 1 && KIND.test(name);
}
