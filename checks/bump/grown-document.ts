type Json = { [name: string]: unknown };

/** Resources, each with the parent whose id its paths begin with. */
const RESOURCES = [
  ["agent", undefined],
  ["step", "agent"],
  ["session", undefined],
  ["recording", "session"],
  ["page", "session"],
  ["file", undefined],
  ["vault", undefined],
  ["credential", "vault"],
  ["persona", undefined],
  ["sms", "persona"],
  ["function", undefined],
  ["run", "function"],
] as const;

/** A document as JSON gives it. */
export interface Extended {
  readonly info: Json;
  readonly paths: { [path: string]: Json };
  readonly components: { readonly schemas: Json };
}

/**
 * A copy of a document, grown to some seventy operations of the style of the service's: lists with pages, bodies in JSON and as
 * files, changes by PATCH, actions by POST, `POST /sessions/start` and `DELETE /sessions/{session_id}/stop`.
 */
export function extendDocument(document: unknown, version: string): Extended {
  const grown = structuredClone(document) as Extended;
  grown.info["version"] = version;
  const refusals = refusalsOf(grown);
  for (const [name, parent] of RESOURCES) {
    Object.assign(grown.components.schemas, schemasOf(name));
    for (const [path, item] of Object.entries(pathsOf(name, { parent, refusals })))
      grown.paths[path] = { ...grown.paths[path], ...item };
  }
  return grown;
}

function schemasOf(name: string): Json {
  const type = titleOf(name);
  const own = {
    [`${name}_id`]: { type: "string", format: "uuid" },
    status: { type: "string", enum: ["active", "closed", "error"] },
    made_at: { type: "string", format: "date-time" },
    closed_at: { anyOf: [{ type: "string", format: "date-time" }, { type: "null" }] },
    cost: { type: "number", minimum: 0 },
    labels: { type: "object", additionalProperties: { type: "string" } },
  };
  const settings = {
    name: { type: "string", minLength: 1, maxLength: 100 },
    tags: { type: "array", items: { type: "string" }, maxItems: 10 },
    mode: { anyOf: [{ type: "string", enum: ["fast", "slow"] }, { type: "null" }] },
  };
  return {
    [`${type}Response`]: { type: "object", required: [`${name}_id`, "status", "made_at"], properties: own },
    [`${type}Request`]: { type: "object", required: ["name"], properties: settings },
    [`${type}Patch`]: { type: "object", properties: settings },
    [`${type}Page`]: {
      type: "object",
      required: ["items", "has_next"],
      properties: {
        items: { type: "array", items: reference(`${type}Response`) },
        page: { type: "integer" },
        has_next: { type: "boolean" },
      },
    },
  };
}

/** Answers of the first operation that has some to say that a request was refused. */
function refusalsOf({ paths }: Extended): Json {
  const operations = Object.values(paths).flatMap((item) => Object.values(item) as { responses?: Json }[]);
  const all = operations.map(({ responses = {} }) =>
    Object.entries(responses).filter(([status]) => status.startsWith("4")),
  );
  return Object.fromEntries(all.find((refusals) => refusals.length > 0) ?? []);
}

interface Surroundings {
  /** The resource above. */
  readonly parent: string | undefined;
  readonly refusals: Json;
}

function pathsOf(name: string, { parent, refusals }: Surroundings): { [path: string]: Json } {
  const type = titleOf(name);
  const base = parent === undefined ? `/${name}s` : `/${parent}s/{${parent}_id}/${name}s`;
  const above = parent === undefined ? [] : [pathParameter(parent)];
  const one = [...above, pathParameter(name)];
  const operation = (verb: string, parameters: Json[], answer: Json, body?: Json): Json => ({
    operationId: `${name}_${verb}`,
    tags: [`${parent ?? name}s`],
    summary: `${verb} ${name}`,
    description: `${verb} of ${name}.`,
    parameters,
    ...(body !== undefined && { requestBody: { required: true, content: body } }),
    responses: {
      "200": { description: "Done.", content: answer },
      ...refusals,
    },
  });
  const response = json(`${type}Response`);
  const list = operation("list", [...above, ...PAGE], json(`${type}Page`));
  const upload = {
    "multipart/form-data": {
      schema: {
        type: "object",
        required: ["file"],
        properties: { file: { type: "string", contentMediaType: "application/octet-stream" } },
      },
    },
  };
  const start =
    name === "file"
      ? { [`${base}/upload`]: { post: operation("upload", above, response, upload) } }
      : { [`${base}/start`]: { post: operation("start", above, response, json(`${type}Request`)) } };
  return {
    [base]: { get: list },
    ...start,
    [`${base}/{${name}_id}`]: {
      get: operation("status", one, response),
      patch: operation("update", one, response, json(`${type}Patch`)),
    },
    [`${base}/{${name}_id}/stop`]: { delete: operation("stop", one, response) },
    ...(parent === undefined && { [`${base}/{${name}_id}/retry`]: { post: operation("retry", one, response) } }),
  };
}

const PAGE: Json[] = [
  { name: "page", in: "query", schema: { type: "integer", minimum: 1, default: 1 } },
  { name: "page_size", in: "query", schema: { type: "integer", minimum: 1, maximum: 100, default: 10 } },
  { name: "only_active", in: "query", schema: { type: "boolean", default: true } },
];

function pathParameter(name: string): Json {
  return { name: `${name}_id`, in: "path", required: true, schema: { type: "string" } };
}

function json(schema: string): Json {
  return { "application/json": { schema: reference(schema) } };
}

function reference(schema: string): Json {
  return { $ref: `#/components/schemas/${schema}` };
}

function titleOf(name: string): string {
  return `${name[0]?.toUpperCase()}${name.slice(1)}`;
}
