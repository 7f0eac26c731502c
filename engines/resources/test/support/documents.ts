import type { Model } from "@svc/model";
import { modelOf } from "@svc/model/test-support/small-document";

type Raw = { readonly [name: string]: unknown };

const json = (schema: Raw): Raw => ({ content: { "application/json": { schema } } });
const ok = (schema: Raw, headers: Raw = {}): Raw => ({ description: "ok", headers, ...json(schema) });
const query = (name: string, schema: Raw): Raw => ({ name, in: "query", schema });

export const THING: Raw = {
  type: "object",
  required: ["id", "name", "created_at"],
  properties: {
    id: { type: "string", readOnly: true, examples: ["thg_8Fx2"] },
    name: { type: "string", minLength: 1 },
    status: { type: "string", enum: ["new", "started", "stopped"], readOnly: true },
    locked: { type: "boolean", default: false },
    tags: { type: "array", items: { type: "string" } },
    note: { type: ["string", "null"] },
    secret: { type: "string", writeOnly: true },
    version: { type: "integer", readOnly: true },
    created_at: { type: "string", format: "date-time", readOnly: true },
    updated_at: { type: "string", format: "date-time", readOnly: true },
  },
};

const INPUT: Raw = {
  type: "object",
  required: ["name"],
  properties: {
    name: { type: "string", minLength: 1 },
    locked: { type: "boolean", default: false },
    tags: { type: "array", items: { type: "string" } },
    note: { type: ["string", "null"] },
    secret: { type: "string" },
  },
};

/** A document with a collection of things, and what a test changes of it. */
export function thingsModel(
  changes: { readonly paths?: Raw; readonly list?: Raw; readonly resource?: Raw } = {},
): Model {
  const ref = { $ref: "#/components/schemas/Thing" };
  const id = { name: "thing_id", in: "path", required: true, schema: { type: "string" } };
  const match = { name: "If-Match", in: "header", schema: { type: "string" } };
  const none = { description: "no" };
  const etag = { ETag: { schema: { type: "string" } } };
  const problem = ok({ type: "object", required: ["error"], properties: { error: { type: "string" } } });
  const list = {
    parameters: [query("status", { type: "string" }), query("tags", { type: "string" })],
    responses: { 200: ok({ type: "array", items: ref }) },
  };
  return modelOf({
    paths: {
      "/things": {
        ...(changes.resource && { "x-svc-resource": changes.resource }),
        get: { operationId: "list", ...(changes.list ?? list) },
        post: {
          operationId: "create",
          requestBody: json({ $ref: "#/components/schemas/Input" }),
          responses: { 201: ok(ref), 409: none },
        },
      },
      "/things/{thing_id}": {
        parameters: [id],
        get: { operationId: "get", responses: { 200: ok(ref, etag), 304: none, 404: problem } },
        put: {
          operationId: "put",
          parameters: [match],
          requestBody: json({ $ref: "#/components/schemas/Input" }),
          responses: { 200: ok(ref), 412: none },
        },
        patch: {
          operationId: "patch",
          parameters: [match],
          requestBody: {
            content: {
              "application/merge-patch+json": { schema: { type: "object", properties: INPUT["properties"] as Raw } },
            },
          },
          responses: { 200: ok(ref), 404: problem, 412: none },
        },
        delete: { operationId: "delete", responses: { 204: none, 404: problem } },
      },
      "/things/{thing_id}/start": { parameters: [id], post: { operationId: "start", responses: { 200: ok(ref) } } },
      "/things/{thing_id}/lock": { parameters: [id], post: { operationId: "lock", responses: { 200: ok(ref) } } },
      "/things/{id}/parts": {
        parameters: [{ ...id, name: "id" }],
        get: {
          operationId: "parts",
          responses: {
            200: ok({ type: "array", items: { type: "object", properties: { id: { type: "integer" } } } }),
            404: none,
          },
        },
        post: {
          operationId: "add_part",
          responses: {
            201: ok({ type: "object", required: ["id"], properties: { id: { type: "integer" } } }),
            404: none,
          },
        },
      },
      ...changes.paths,
    },
    schemas: { Thing: THING, Input: INPUT },
  });
}

const ITEMS: Raw = { type: "array", items: { $ref: "#/components/schemas/Thing" } };
const envelope = (properties: Raw, required: readonly string[]): Raw => ({
  type: "object",
  required: ["items", ...required],
  properties: { items: ITEMS, ...properties },
});
const size = query("limit", { type: "integer", minimum: 1, maximum: 5, default: 3 });

/** How a document of each kind of paging lists. */
export const LISTS: { readonly [kind: string]: Raw } = {
  page: {
    parameters: [query("page", { type: "integer", minimum: 1, default: 1 }), size],
    responses: { 200: ok(envelope({ total: { type: "integer" }, total_pages: { type: "integer" } }, ["total"])) },
  },
  offset: {
    parameters: [query("offset", { type: "integer", minimum: 0, default: 0 }), size],
    responses: { 200: ok(envelope({ has_more: { type: "boolean" }, total: { type: "integer" } }, ["has_more"])) },
  },
  cursor: {
    parameters: [query("cursor", { type: "string" }), size],
    responses: { 200: ok(envelope({ next_cursor: { type: ["string", "null"] } }, ["next_cursor"])) },
  },
  "cursor in numbers": {
    parameters: [query("cursor", { type: "string" }), size],
    responses: { 200: ok(envelope({ next_cursor: { type: ["integer", "null"] } }, ["next_cursor"])) },
  },
  "item's id": {
    parameters: [query("starting_after", { type: "string" }), query("ending_before", { type: "string" }), size],
    responses: { 200: ok(envelope({ has_more: { type: "boolean" } }, ["has_more"])) },
  },
  "last id": {
    parameters: [query("after", { type: "string" }), size],
    responses: {
      200: ok(
        envelope(
          {
            has_more: { type: "boolean" },
            first_id: { type: ["string", "null"] },
            last_id: { type: ["string", "null"] },
          },
          ["has_more"],
        ),
      ),
    },
  },
  "next uri": {
    parameters: [query("page", { type: "integer" }), query("page_token", { type: "string" }), size],
    responses: {
      200: {
        description: "ok",
        content: {
          "application/json": {
            schema: envelope(
              {
                next_page_uri: { type: ["string", "null"], format: "uri-reference" },
                first_page_uri: { type: "string" },
              },
              ["next_page_uri"],
            ),
            example: { items: [], next_page_uri: null, first_page_uri: "/things?page=0" },
          },
        },
      },
    },
  },
  "links of numbered pages": {
    parameters: [query("page[number]", { type: "integer" }), { ...size, name: "page[size]" }],
    responses: {
      200: ok(
        envelope(
          {
            links: {
              type: "object",
              properties: {
                next: { type: ["string", "null"] },
                prev: { type: ["string", "null"] },
                last: { type: "string" },
              },
            },
            meta: {
              type: "object",
              required: ["count", "total"],
              properties: { count: { type: "integer" }, total: { type: "integer" } },
            },
          },
          ["links", "meta"],
        ),
      ),
    },
  },
  link: {
    parameters: [size],
    responses: {
      200: ok(
        { type: "array", items: { $ref: "#/components/schemas/Thing" } },
        { Link: { schema: { type: "string" } } },
      ),
    },
  },
};
