/** JSON Schema 2020-12. */
export type JsonSchema = { readonly [keyword: string]: unknown };

/** Hints of the Model Context Protocol about what a tool does. */
export interface ToolHints {
  /** Whether it changes nothing. */
  readonly readOnlyHint: boolean;
  /** Whether it may change or remove what is there. */
  readonly destructiveHint: boolean;
  /** Whether a repeated call does nothing more. */
  readonly idempotentHint: boolean;
  /** Whether it deals with the world outside. */
  readonly openWorldHint: boolean;
}

/** A tool as data. */
export interface ToolRow {
  /** Letters, digits and underscores. */
  readonly name: string;
  /** Method of the client: `pets.get`. */
  readonly method: string;
  readonly title?: string;
  readonly description: string;
  /** Method and path of the operation. */
  readonly call: string;
  readonly tags?: readonly string[];
  readonly hints: ToolHints;
  /** Members of the input that are path arguments, in order. */
  readonly path?: readonly string[];
  /** Member of the input that is the body. */
  readonly body?: string;
  /** Parts of the body that are bytes, as base64; empty: the body itself is. */
  readonly bytes?: readonly string[];
  /** Members of the input that are parameters, with their names in the client. */
  readonly params?: { readonly [input: string]: string };
  /** Member of the input that limits the items of a stream. Set where the method gives one. */
  readonly most?: string;
  /** Whether the method waits. */
  readonly waits?: true;
  /** Function that downloads what the operation answers, or names. */
  readonly file?: string;
  /** Whether it answers nothing but that file. */
  readonly bytesOnly?: true;
  readonly input: JsonSchema;
  /** Absent where the document does not say. */
  readonly output?: JsonSchema;
  /** Whether `output` holds the answer as its `result`. */
  readonly wrapped?: true;
}

/** A file as data: a function that downloads. */
export interface FileRow {
  readonly name: string;
  readonly title: string;
  /** Its arguments behind the client, in order. */
  readonly args: readonly string[];
  readonly mimeType?: string;
}

/** The tools of a document as data. */
export interface ToolTable {
  /** Name of the SDK. */
  readonly name: string;
  /** Title of the document. */
  readonly title: string;
  /** Version of the document. */
  readonly version: string;
  /** Beginning of the names of environment variables. */
  readonly env: string;
  /** Schemas that inputs and outputs refer to. */
  readonly schemas: { readonly [name: string]: { readonly schema: JsonSchema } };
  readonly tools: readonly ToolRow[];
  readonly files: readonly FileRow[];
}

const CLOSED = '"additionalProperties":{"not":{}}';
const REFERENCES = /"\$ref":"#\/components\/schemas\//g;

/**
 * A schema of a table with what it refers to in its own `$defs`. Objects without further members are closed by `false`, as those who
 * give tools to models want it; elsewhere the protocol knows no boolean schemas.
 */
export function wholeSchema(schema: JsonSchema, { schemas }: Pick<ToolTable, "schemas">): JsonSchema {
  const found = new Map<string, string>();
  const waiting = [JSON.stringify(schema)];
  for (let text = waiting.pop(); text !== undefined; text = waiting.pop()) {
    for (const [, token = ""] of text.matchAll(/"\$ref":"#\/components\/schemas\/([^"]*)"/g)) {
      const name = decodeURIComponent(token).replaceAll("~1", "/").replaceAll("~0", "~");
      if (found.has(name) || !Object.hasOwn(schemas, name)) continue;
      const target = JSON.stringify(schemas[name]?.schema);
      found.set(name, target);
      waiting.push(target);
    }
  }
  const local = (text: string): unknown =>
    JSON.parse(text.replaceAll(REFERENCES, '"$ref":"#/$defs/').replaceAll(CLOSED, '"additionalProperties":false'));
  const defs = Object.fromEntries([...found].map(([name, text]) => [name, local(text)]));
  return { ...(local(JSON.stringify(schema)) as JsonSchema), ...(found.size > 0 && { $defs: defs }) };
}
