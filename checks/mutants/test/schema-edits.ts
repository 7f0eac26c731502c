import { copyOf, type Edited } from "@svc/diff/test-support/pet-document";

/** One way to change a document in one place. */
export interface Edit {
  readonly name: string;
  readonly apply: () => void;
}

const TYPES = ["string", "integer", "number", "boolean", "array", "object", "null"];
const owner = () => ({ $ref: "#/components/schemas/Owner" });

/** Every edit of the schemas that a value holds, nested ones included. */
export function schemaEdits(holder: Edited, key: string, place: string): Edit[] {
  const schema = holder[key];
  if (typeof schema !== "object" || schema === null) return [];
  const put = (made: unknown) => () => {
    holder[key] = made;
  };
  const edits: Edit[] = [
    ...TYPES.map((type) => ({ name: `${place} := ${type}`, apply: put({ type }) })),
    { name: `${place} := anything`, apply: put({}) },
    { name: `${place} := nothing`, apply: put({ not: {} }) },
    { name: `${place} := reference`, apply: put(owner()) },
    { name: `${place} := nullable`, apply: put({ anyOf: [schema, { type: "null" }] }) },
    { name: `${place} := list of it`, apply: put({ type: "array", items: schema }) },
    { name: `${place} := it or a number`, apply: put({ anyOf: [schema, { type: "number" }] }) },
    { name: `${place} := it or an owner`, apply: put({ oneOf: [schema, owner()] }) },
    { name: `${place} := it and an owner`, apply: put({ allOf: [schema, owner()] }) },
    { name: `${place} := record`, apply: put({ type: "object", additionalProperties: { type: "string" } }) },
    { name: `${place} := tuple`, apply: put({ type: "array", prefixItems: [{ type: "string" }, { type: "number" }] }) },
  ];
  return [...edits, ...keywordEdits(schema, place), ...objectEdits(schema, place), ...nestedEdits(schema, place)];
}

const KEYWORDS: readonly (readonly [string, readonly unknown[]])[] = [
  ["enum", [["here"], ["here", "sold", "lost"], ["here", "gone"]]],
  ["const", ["here"]],
  ["format", ["date-time", "uuid", "binary"]],
  ["minLength", [2]],
  ["maximum", [5]],
  ["exclusiveMinimum", [0]],
  ["pattern", ["^a"]],
  ["minItems", [1]],
  ["uniqueItems", [true]],
  ["multipleOf", [2]],
  ["default", ["here"]],
  ["deprecated", [true]],
  ["readOnly", [true]],
  ["writeOnly", [true]],
  ["description", ["Something else"]],
  ["additionalProperties", [true, false, { type: "string" }, owner()]],
  ["patternProperties", [{ "^x-": { type: "string" } }]],
  ["required", [["name"], ["other"]]],
  ["not", [{ type: "number" }]],
  ["discriminator", [{ propertyName: "kind" }, { propertyName: "kind", mapping: { c: "#/components/schemas/Cat" } }]],
];

/** Keywords of objects: beside another type they mean nothing. */
const OF_OBJECTS: ReadonlySet<string> = new Set(["additionalProperties", "patternProperties", "required"]);
const OF_VALUES: ReadonlySet<string> = new Set(["enum", "const"]);

function keywordEdits(schema: Edited, place: string): Edit[] {
  const isObject = schema.type === "object" || schema.properties !== undefined || schema.$ref !== undefined;
  const fitting = KEYWORDS.filter(([keyword]) => !(isObject ? OF_VALUES : OF_OBJECTS).has(keyword));
  return fitting.flatMap(([keyword, values]) => [
    ...values.map((value) => ({
      name: `${place}.${keyword} := ${JSON.stringify(value)}`,
      apply: () => {
        schema[keyword] = copyOf(value);
      },
    })),
    ...(keyword in schema ? [{ name: `${place} - ${keyword}`, apply: () => void delete schema[keyword] }] : []),
  ]);
}

function objectEdits(schema: Edited, place: string): Edit[] {
  if (schema.properties === undefined) return [];
  const required = new Set<string>(schema.required ?? []);
  const setRequired = (names: Set<string>) => {
    schema.required = [...names];
  };
  return [
    { name: `${place} + optional`, apply: () => Object.assign(schema.properties, { added: { type: "string" } }) },
    {
      name: `${place} + required`,
      apply() {
        schema.properties.added = { type: "string" };
        setRequired(required.add("added"));
      },
    },
    ...Object.keys(schema.properties).flatMap((name) => [
      { name: `${place} - ${name}`, apply: () => void delete schema.properties[name] },
      {
        name: `${place}.${name} required or not`,
        apply() {
          if (!required.delete(name)) required.add(name);
          setRequired(required);
        },
      },
    ]),
  ];
}

function nestedEdits(schema: Edited, place: string): Edit[] {
  const properties = Object.keys(schema.properties ?? {}).flatMap((name) =>
    schemaEdits(schema.properties, name, `${place}.${name}`),
  );
  const unions = ["oneOf", "anyOf", "allOf"].flatMap((keyword) => {
    const list = schema[keyword];
    if (list === undefined) return [];
    return [
      { name: `${place} - last of ${keyword}`, apply: () => void (list.length > 1 && list.pop()) },
      { name: `${place} + owner in ${keyword}`, apply: () => void list.push(owner()) },
      ...list.flatMap((_: unknown, index: number) => schemaEdits(list, String(index), `${place}/${keyword}/${index}`)),
    ];
  });
  const items = schema.items === undefined ? [] : schemaEdits(schema, "items", `${place}[]`);
  return [...properties, ...unions, ...items];
}
