import { type CreateModelOptions, createModel, type Model, refTo, type Schema } from "../../src/index.ts";

// Parts of the small documents that tests write themselves.

type Part = {
  readonly description: string;
  readonly content: { readonly "application/json": { readonly schema: object } };
};

export const text = { type: "string" } as const;

export const ref = (name: string): { readonly $ref: string } => ({ $ref: refTo(name) });

export const list = (items: object): Schema => ({ type: "array", items });

export const object = (properties: object, required?: readonly string[]): Schema => {
  return { type: "object", properties: properties as Schema["properties"], ...(required && { required }) } as Schema;
};

/** A request body or a response of JSON. */
export const json = (schema: object): Part => ({ description: "", content: { "application/json": { schema } } });

/** An operation's responses: one, of JSON. */
export const ok = (schema: object, status: number | string = 200): { readonly responses: object } => {
  return { responses: { [status]: json(schema) } };
};

/** A parameter of a path. */
export const inPath = (name: string, schema: object = text): object => ({ name, in: "path", required: true, schema });

/** Parts of a document that a test writes itself. */
export interface SmallDocument {
  readonly paths?: object;
  /** Below `components`. */
  readonly schemas?: object;
  /** Further fields of the document. */
  readonly [field: string]: unknown;
}

/** A document of OpenAPI 3.1, unless the test says otherwise. */
export function documentOf({ schemas, ...more }: SmallDocument): SmallDocument {
  const begin = { openapi: "3.1.0", info: { title: "t", version: "1" }, paths: {} };
  return { ...begin, ...(schemas && { components: { schemas } }), ...more };
}

export function modelOf(document: SmallDocument, options?: CreateModelOptions): Model {
  return createModel(documentOf(document), options);
}
