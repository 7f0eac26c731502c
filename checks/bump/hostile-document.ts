import { parseDocument } from "@svc/model";
import { stringify } from "yaml";
import { type Extended, extendDocument } from "./grown-document.ts";

/** The version that {@link hostileDocument} carries. */
export const HOSTILE_VERSION = "9.0.0";

/** Operations of the hostile document at least: those that it adds to any. */
export const HOSTILE_OPERATIONS = 67;

/**
 * A document as a colleague sends it who thinks of nothing: grown to some seventy operations, with uploads, an operation id given
 * twice, path parameters that nobody declared, required where optional was, server-sent events, a union of a dozen
 * actions, webhooks and a callback. Made from any document: nothing of it is named here.
 */
export function hostileDocument(text: string): string {
  const { document } = parseDocument(text, "openapi.yaml");
  const extended = extendDocument(document, HOSTILE_VERSION);
  requireOptional(extended);
  Object.assign(extended.components.schemas, actionSchemas());
  Object.assign(extended.paths, PATHS);
  return stringify({ ...extended, webhooks: WEBHOOKS }, { aliasDuplicateObjects: false });
}

type Json = { [name: string]: unknown };

/** Requires what the document's own operations only allowed: each query parameter without a default. */
function requireOptional({ paths }: Extended): void {
  const operations = Object.values(paths).flatMap((item) => Object.values(item) as { parameters?: Json[] }[]);
  for (const parameter of operations.flatMap(({ parameters = [] }) => parameters)) {
    const { default: preset } = (parameter["schema"] ?? {}) as Json;
    if (parameter["in"] === "query" && preset === undefined) parameter["required"] = true;
  }
}

const KINDS = "click fill goto wait scroll press hover select drag upload download close".split(" ");

/** Variants that a tag tells apart, each with a field called `value` that only some require. */
function actionSchemas(): Json {
  const variants = KINDS.map((kind, index) => [
    `${kind[0]?.toUpperCase()}${kind.slice(1)}Act`,
    {
      type: "object",
      required: index % 3 === 0 ? ["type", "value"] : ["type"],
      properties: {
        type: { type: "string", const: kind },
        value: index % 2 === 0 ? { type: "string", pattern: "^[a-z]{2,8}$" } : { type: ["integer", "null"] },
        selector: { anyOf: [{ type: "string", minLength: 1 }, { type: "null" }] },
      },
    },
  ]) as [string, Json][];
  const mapping = Object.fromEntries(variants.map(([name], index) => [KINDS[index], `#/components/schemas/${name}`]));
  return {
    ...Object.fromEntries(variants),
    Act: {
      oneOf: variants.map(([name]) => ({ $ref: `#/components/schemas/${name}` })),
      discriminator: { propertyName: "type", mapping },
    },
    ActResult: {
      type: "object",
      required: ["act", "ok"],
      properties: { act: { $ref: "#/components/schemas/Act" }, ok: { type: "boolean" } },
    },
    ActEvent: {
      oneOf: ["begun", "ended"].map((event) => ({
        type: "object",
        required: ["event", "data"],
        properties: { event: { const: event }, data: { $ref: "#/components/schemas/ActResult" } },
      })),
    },
  };
}

const reference = (name: string) => ({ schema: { $ref: `#/components/schemas/${name}` } });
const done = (content: Json) => ({ "200": { description: "Done.", content } });
const json = (name: string) => ({ "application/json": reference(name) });

const upload = {
  required: true,
  content: {
    "multipart/form-data": {
      schema: {
        type: "object",
        required: ["files"],
        properties: {
          files: { type: "array", items: { type: "string", format: "binary" } },
          note: { type: "string" },
        },
      },
    },
  },
};

const event = (name: string) => ({
  post: {
    operationId: `on_${name}`,
    requestBody: { required: true, content: json("ActResult") },
    responses: { "204": { description: "Taken." } },
  },
});

/** `{act_id}` is declared by nobody, and two operations share an id. */
const PATHS: { [path: string]: Json } = {
  "/acts/{act_id}": {
    get: { operationId: "act", responses: done(json("ActResult")) },
    delete: { operationId: "act", responses: { "204": { description: "Gone." } } },
  },
  "/acts": {
    post: {
      operationId: "acts_run",
      requestBody: { required: true, content: json("Act") },
      responses: done(json("ActResult")),
      callbacks: { done: { "{$request.query.notify}": event("act_done") } },
    },
  },
  "/acts/{act_id}/events": {
    get: {
      operationId: "acts_events",
      responses: done({ "text/event-stream": { itemSchema: { $ref: "#/components/schemas/ActEvent" } } }),
    },
  },
  "/acts/{act_id}/attachments": {
    put: { operationId: "acts_attach", requestBody: upload, responses: done(json("ActResult")) },
  },
};

const WEBHOOKS = { "act.begun": event("act_begun"), "act.ended": event("act_ended") };
