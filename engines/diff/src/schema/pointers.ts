import {
  ANNOTATIONS,
  childPointer,
  constrains,
  type Header,
  type Model,
  refName,
  type Schema,
  subschemasOf,
} from "@svc/model";

/** Pointer of each schema object of a model in its document. */
export type Pointers = WeakMap<Schema, string>;

/** The place of a header: its own, where several responses refer to it. */
export function headerPointer(response: string, { name, pointer }: Pick<Header, "name" | "pointer">): string {
  return pointer ?? childPointer(response, "headers", name);
}

/** Finds every schema of the model, inline ones included. */
export function locateSchemas(model: Model): Pointers {
  const pointers: Pointers = new WeakMap();
  for (const { schema, pointer } of Object.values(model.schemas)) locate(schema, pointer, pointers);
  for (const operation of [...model.operations, ...(model.webhooks ?? []), ...(model.callbacks ?? [])]) {
    for (const { schema, mediaType, pointer } of operation.parameters) {
      const at = mediaType === undefined ? [] : ["content", mediaType];
      locate(schema, childPointer(pointer, ...at, "schema"), pointers);
    }
    for (const { content, pointer } of [operation.body, ...operation.responses].filter((part) => part !== undefined)) {
      for (const { mediaType, schema, stream } of content) {
        const at = childPointer(pointer, "content", mediaType);
        if (schema !== undefined) locate(schema, `${at}/schema`, pointers);
        if (stream !== undefined) locate(stream.item, `${at}/itemSchema`, pointers);
      }
    }
    for (const { headers, pointer } of operation.responses)
      for (const header of headers) locate(header.schema, `${headerPointer(pointer, header)}/schema`, pointers);
  }
  return pointers;
}

function locate(root: Schema, at: string, pointers: Pointers): void {
  // A stack of its own: documents may nest deeper than the call stack allows.
  const stack: [Schema, string][] = [[root, at]];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const [schema, pointer] = next;
    if (pointers.has(schema)) continue;
    pointers.set(schema, pointer);
    stack.push(...subschemasOf(schema, pointer));
  }
}

/** The name that a schema refers to, where it does nothing but refer. */
export function pureReference(schema: Schema): string | undefined {
  if (schema.$ref === undefined) {
    const [only, ...more] = schema.allOf ?? [];
    const isWrapper = Object.keys(schema).every((keyword) => keyword === "allOf" || ANNOTATIONS.has(keyword));
    return only !== undefined && more.length === 0 && isWrapper ? pureReference(only) : undefined;
  }
  const isPure = Object.keys(schema).every((keyword) => keyword === "$ref" || !constrains(keyword));
  return isPure ? refName(schema.$ref) : undefined;
}
