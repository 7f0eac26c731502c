import type { ParameterStyle } from "./parameter.ts";
import { deref, type Schema, type Schemas } from "./schema.ts";

/** Encoding Object: how a part of a form is sent. */
export interface PartEncoding {
  /** Media types, separated by commas. */
  readonly contentType?: string;
  /** As of a parameter. */
  readonly style?: ParameterStyle;
  readonly explode?: boolean;
}

/**
 * Whether a schema of a form's field is that of a file: `format: binary` as in OpenAPI 3.0, or a media type without an
 * encoding as in 3.1, unless that is a text.
 */
export function isFileSchema({ format, contentMediaType, contentEncoding }: Schema): boolean {
  if (contentEncoding !== undefined) return false;
  return format === "binary" || (contentMediaType !== undefined && !/json|^text\//i.test(contentMediaType));
}

/** Whether a form may have files: its own fields, and the items of its lists. */
export function hasFiles(schema: Schema, schemas: Schemas): boolean {
  let level = new Set([schema]);
  for (let depth = 0; depth <= DEPTH; depth++) {
    // Each once, however many lead to it.
    const targets = new Set([...level].map((one) => deref(one, schemas)));
    level = new Set();
    for (const { properties = {}, items, allOf = [], anyOf = [], oneOf = [], ...own } of targets) {
      if (isFileSchema(own)) return true;
      for (const one of [...Object.values(properties), ...(items ? [items] : []), ...allOf, ...anyOf, ...oneOf])
        level.add(one);
    }
  }
  return false;
}

/** Forms are flat: what lies deeper travels as JSON. */
const DEPTH = 5;
