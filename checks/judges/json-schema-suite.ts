import { createModel, parseDocument, type Schema, type Schemas } from "@svc/model";
import { readJson } from "./judge.ts";

export type JsonSchema = boolean | { readonly [keyword: string]: unknown };

/** A schema of the suite with the values that it is tried with. */
export interface Group {
  readonly description: string;
  readonly schema: JsonSchema;
  readonly tests: readonly { readonly description: string; readonly data: unknown; readonly valid: boolean }[];
}

/** A draft of JSON Schema, and the version of OpenAPI whose schemas are of it. */
export interface Draft {
  readonly folder: "draft2020-12" | "draft4";
  readonly openapi: "3.1.0" | "3.0.3";
}

export const DRAFTS: readonly Draft[] = [
  { folder: "draft2020-12", openapi: "3.1.0" },
  { folder: "draft4", openapi: "3.0.3" },
];

const REMOTE = "what lies outside the document is never read: bundled documents hold all they refer to";
const NO_KEYWORD = "OpenAPI 3.0 has no such keyword, and of `items` one schema only";

/** What no OpenAPI document can say, by file and description. */
export const ASIDE: { readonly [folder in Draft["folder"]]: readonly (readonly [RegExp, string])[] } = {
  "draft2020-12": [
    [/^refRemote|against metaschema|^ref: remote ref/, REMOTE],
    [/dynamicRef/, "`$dynamicRef` with several anchors in scope is refused: a generated type has one meaning"],
    [/^vocabulary/, "documents name no dialect of their own"],
  ],
  draft4: [
    [/^refRemote|against metaschema|^ref: remote ref/, REMOTE],
    [/^ref: .*(?:\bid\b|Location-independent|Recursive references between)/, "OpenAPI 3.0 has no `id`"],
    [
      /^additionalItems|^dependencies|^items: (?:an array of schemas|items and subitems)|to array$|additionalItems/,
      NO_KEYWORD,
    ],
  ],
};

/** The groups of a draft, with their place in the suite. */
export function readGroups({ folder }: Draft, part: "keywords" | "formats"): (readonly [string, Group])[] {
  const paths = part === "formats" ? /optional\/format\// : /^tests\/[^/]+\/[^/]+$/;
  return readJson<Group[]>("json-schema", new RegExp(`^tests/${folder}/`))
    .filter(([path]) => paths.test(path))
    .flatMap(([path, groups]) => {
      const file = path.replace(/^tests\/[^/]+\//, "").replace(/\.json$/, "");
      return groups.map((group) => [`${file}: ${group.description}`, group] as const);
    })
    .filter(([place]) => !ASIDE[folder].some(([aside]) => aside.test(place)));
}

/** A schema of the suite within a document: its references to itself are to the component. */
export function inDocument(schema: JsonSchema, { openapi }: Draft): { schema: Schema; schemas: Schemas } {
  const own = withReferences(schema);
  const info = { title: "Judged", version: "1.0.0" };
  const text = JSON.stringify({ openapi, info, paths: {}, components: { schemas: { Judged: own } } });
  const { schemas } = createModel(parseDocument(text, "judged.json").document);
  return { schema: schemas["Judged"]?.schema as Schema, schemas };
}

/** References from the root of the suite's schema are from the component; with `$id` they stay, and what is data. */
function withReferences(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(withReferences);
  if (typeof part !== "object" || part === null || "$id" in part) return part;
  return Object.fromEntries(
    Object.entries(part).map(([key, value]) => {
      if (key === "enum" || key === "const") return [key, value];
      if (key !== "$ref" || typeof value !== "string") return [key, withReferences(value)];
      return [key, value.replace(/^#(?=\/|$)/, "#/components/schemas/Judged")];
    }),
  );
}
