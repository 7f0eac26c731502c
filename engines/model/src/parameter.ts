import type { Schema } from "./schema.ts";

export type ParameterLocation = "path" | "query" | "header" | "cookie";
/** `cookie`: as it is, without encoding. `querystring`: the value is the whole query, and the parameter's name is not sent. */
export type ParameterStyle =
  | "simple"
  | "label"
  | "matrix"
  | "form"
  | "spaceDelimited"
  | "pipeDelimited"
  | "deepObject"
  | "cookie"
  | "querystring";

export interface Parameter {
  readonly name: string;
  readonly in: ParameterLocation;
  readonly required: boolean;
  readonly description?: string;
  readonly deprecated?: true;
  readonly schema: Schema;
  /** Always set; the location's default where the document has none. */
  readonly style: ParameterStyle;
  readonly explode: boolean;
  readonly allowReserved?: true;
  /** `x-svc-constant`: value that the client sends by itself. Query parameters only. */
  readonly constant?: string;
  /** Media type where the parameter has `content` instead of `schema`: serialised as a whole, mostly JSON. */
  readonly mediaType?: string;
  readonly pointer: string;
}
