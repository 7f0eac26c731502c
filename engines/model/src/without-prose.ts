import { keywordsWith } from "./keywords.ts";
import type { Model } from "./model.ts";
import { setOwn } from "./shared-json.ts";

/** Keys of texts that only people read. They are keys of our own objects, or keywords of a schema, never names of properties. */
const PROSE: ReadonlySet<string> = new Set([
  "summary",
  "x-svc-values",
  ...keywordsWith(({ form }) => form === "prose"),
]);

/** Objects whose keys are the document's names, not keywords: a property may well be called `description`. */
const MAPS: ReadonlySet<string> = new Set([
  ...keywordsWith(({ form }) => form === "map of schemas" || form === "lists of names"),
  ..."schemas securitySchemes mapping requestHeaders variables resources sets filters extra defaults".split(" "),
]);

/** Values of the document, not descriptions of values: left as they are. */
const VALUES: ReadonlySet<string> = new Set([
  "example",
  "x-svc-known",
  ...keywordsWith(({ form }) => form === "value" || form === "values" || form === "list"),
]);

/** The model without descriptions and titles: what machines need of it. */
export function withoutProse(model: Model): Model {
  return { ...(strip(model) as Model), title: model.title };
}

function strip(value: unknown, isMap = false): unknown {
  if (Array.isArray(value)) return value.map((item) => strip(item));
  if (typeof value !== "object" || value === null) return value;
  const kept = {};
  for (const key in value) {
    const item = (value as { readonly [key: string]: unknown })[key];
    if (isMap) setOwn(kept, key, strip(item));
    else if (!PROSE.has(key)) setOwn(kept, key, VALUES.has(key) ? item : strip(item, MAPS.has(key)));
  }
  return kept;
}
