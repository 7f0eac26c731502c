import type { Context } from "../build/context.ts";
import { asObject, entries, get, type Raw, record } from "../build/raw.ts";
import { takeInspection } from "../load/check/inspect-document.ts";
import { childPointer } from "../load/pointer.ts";
import type { Schema } from "../schema.ts";
import { createHoister } from "./hoist.ts";
import { normalizeSchema } from "./normalize-schema.ts";

/** Converts the objects of a document into those of the model. */
export interface Normalizer extends Pick<Context, "resolve" | "schema"> {
  /**
   * `components.schemas` in document order, followed by schemas elsewhere that references lead to and that are too large
   * to be written out where they are referred to.
   */
  readonly schemas: { readonly [name: string]: Schema };
  /** Where each of {@link schemas} stands in the document. */
  readonly pointers: { readonly [name: string]: string };
}

/** A {@link Normalizer} for a document in which `checkDocument` finds nothing. */
export function createNormalizer(document: unknown): Normalizer {
  const { targets, is30 } = takeInspection(document);
  const components = entries(get(get(document, "components"), "schemas"));
  const hoister = createHoister({ names: components.map(([name]) => name), targets, is30 });
  const sources: (readonly [name: string, value: unknown, pointer: string])[] = [
    ...components.map(([name, value]) => [name, value, childPointer("/components/schemas", name)] as const),
    ...[...hoister.hoisted].map(([name, { value, pointer }]) => [name, value, pointer] as const),
  ];
  return {
    resolve: (value, pointer) => resolve({ value: asObject(value), pointer }, targets, is30),
    schema: (value) => normalizeSchema(value, hoister),
    schemas: record(sources.map(([name, value]) => [name, normalizeSchema(value, hoister)])),
    pointers: record(sources.map(([name, , pointer]) => [name, pointer])),
  };
}

type Targets = ReturnType<typeof takeInspection>["targets"];
type Located = { readonly value: Raw; readonly pointer: string };

function resolve(start: Located, targets: Targets, is30: boolean): Located {
  const overrides: Raw[] = [];
  let { value, pointer } = start;
  // A document without findings has no circles; others must not hang.
  for (let hops = 0; hops < 1000; hops++) {
    const target = targets.get(value);
    if (target === undefined) break;
    const { $ref: _, ...siblings } = value;
    overrides.unshift(siblings);
    value = asObject(target.value);
    pointer = target.pointer;
    if (target.kind === "pathItem") continue;
    if (is30) overrides.length = 0;
    else overrides[0] = pick(siblings, ["summary", "description"]);
  }
  const isPlain = overrides.every((siblings) => Object.keys(siblings).length === 0);
  return { value: isPlain ? value : record([value, ...overrides].flatMap((raw) => Object.entries(raw))), pointer };
}

function pick(raw: Raw, fields: readonly string[]): Raw {
  return record(fields.filter((field) => typeof raw[field] === "string").map((field) => [field, raw[field]]));
}
