import type { JsonSchema, ToolTable } from "./tool-table.ts";

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
