import { expect, test } from "vitest";
import { modelOf, object, text } from "../test/support/small-document.ts";
import { detectPagination } from "./pagination.ts";

const count = { type: "integer" };
const flag = { type: "boolean" };
const address = { type: "string", format: "uri" };
const things = { type: "array", items: { type: "object", properties: { id: text } } };

const said = ({ description }: { readonly description?: string }) => (description === undefined ? {} : { description });

function detected(parameters: { readonly [name: string]: object }, body: object) {
  const { operations, schemas } = modelOf({
    paths: {
      "/things": {
        get: {
          operationId: "list",
          parameters: Object.entries(parameters).map(([name, schema]) => ({
            name,
            in: "query",
            schema,
            ...said(schema),
          })),
          responses: { 200: { description: "", content: { "application/json": { schema: body } } } },
        },
      },
    },
  });
  const [list] = operations;
  return list && detectPagination(list, schemas);
}

test.each([
  [
    "the last item's id",
    { starting_after: text, limit: count },
    object({ data: things, has_more: flag }),
    { kind: "cursor", parameter: "starting_after", key: ["id"], more: ["has_more"] },
  ],
  [
    "a field with the last item's id",
    { after: text },
    object({ data: things, has_more: flag, last_id: text }),
    { kind: "cursor", parameter: "after", next: ["last_id"] },
  ],
  [
    "a marker",
    { marker: text },
    object({ things, next_marker: text }),
    { kind: "cursor", parameter: "marker", next: ["next_marker"] },
  ],
  [
    "a cursor two deep",
    { after: text },
    object({ results: things, paging: object({ next: object({ after: text, link: text }) }) }),
    { kind: "cursor", parameter: "after", next: ["paging", "next", "after"] },
  ],
  [
    "a token in the envelope",
    { next_token: text },
    object({ data: things, meta: object({ next_token: text }) }),
    { kind: "cursor", parameter: "next_token", next: ["meta", "next_token"] },
  ],
  [
    "a list beside another, called like the path",
    { pageToken: text },
    object({ things, unreachable: { type: "array", items: text }, nextPageToken: text }),
    { kind: "cursor", parameter: "pageToken", items: ["things"] },
  ],
  [
    "an address, where the page's number goes with a token",
    { Page: count, PageToken: text, PageSize: count },
    object({ things, next_page_uri: address }),
    { kind: "link", parameter: "PageToken", size: "PageSize", next: ["next_page_uri"] },
  ],
  [
    "OData",
    { $skip: count, $top: count },
    object({ value: things, "@odata.nextLink": text }),
    { kind: "offset", parameter: "$skip", size: "$top" },
  ],
  [
    "next beside has_more",
    {},
    object({ data: things, next: text, has_more: flag }),
    { kind: "link", next: ["next"], more: ["has_more"] },
  ],
  ["next beside previous", {}, object({ data: things, next: text, prev: text }), { kind: "link", next: ["next"] }],
  [
    "numbered pages in brackets",
    { "page[number]": count, "page[size]": count },
    object({ data: things, links: object({ next: text }) }),
    { kind: "page", parameter: "page[number]", size: "page[size]" },
  ],
  [
    "links of JSON:API, where the page is an object",
    { page: object({ cursor: text }) },
    object({ data: things, links: object({ next: text }) }),
    { kind: "link", next: ["links", "next"] },
  ],
  [
    "HAL",
    {},
    object({ things, _links: object({ next: object({ href: text }) }) }),
    { kind: "link", next: ["_links", "next"] },
  ],
  [
    "a flag of the last page",
    { page: count },
    object({ things, last: flag }),
    { kind: "page", parameter: "page", done: ["last"] },
  ],
  [
    "a number of items to begin behind",
    { start: count, limit: count },
    object({ data: things, additional_data: object({ pagination: object({ more_items_in_collection: flag }) }) }),
    { kind: "offset", parameter: "start", more: ["additional_data", "pagination", "more_items_in_collection"] },
  ],
  [
    "a number of items that is no integer",
    { offset: { type: "number", format: "double" }, limit: count },
    object({ results: things, total: count }),
    { kind: "offset", parameter: "offset" },
  ],
  [
    "a field that is called like a parameter, which its description calls a cursor",
    { iterator: { ...text, description: "The iterator returned from a prior call" }, limit: count },
    object({ data: things, iterator: { type: ["string", "null"] }, done: flag }),
    { kind: "cursor", parameter: "iterator", next: ["iterator"], done: ["done"] },
  ],
  [
    "a text in an object that describes the next page",
    { limit: count, offset: text },
    object({ data: things, next_page: object({ offset: text, uri: address }) }),
    { kind: "cursor", parameter: "offset", next: ["next_page", "offset"] },
  ],
  [
    "a cursor in metadata of lists",
    { before: text, after: text, limit: count },
    object({ data: things, list_metadata: object({ before: text, after: text }) }),
    { kind: "cursor", parameter: "after", next: ["list_metadata", "after"] },
  ],
  [
    "a text that is called the next page, beside a cursor",
    { cursor: text, limit: count },
    object({ data: things, meta: object({ paginate: object({ next_page: text }) }) }),
    { kind: "cursor", parameter: "cursor", next: ["meta", "paginate", "next_page"] },
  ],
  [
    "the next page's address, beside a cursor",
    { cursor: text },
    object({ data: things, next_page: address }),
    { kind: "link", parameter: "cursor", next: ["next_page"] },
  ],
  [
    "an object of cursors",
    { cursor: text, limit: count },
    object({ items: things, cursor: object({ previous: text, next: text }) }),
    { kind: "cursor", parameter: "cursor", next: ["cursor", "next"] },
  ],
  [
    "a cursor that looks as the ids of items do",
    { cursor: { ...text, pattern: "^th_" }, limit: count },
    object({
      data: { type: "array", items: object({ id: { ...text, pattern: "^th_" } }) },
      cursor: text,
    }),
    { kind: "cursor", parameter: "cursor", next: ["cursor"], key: ["id"] },
  ],
  [
    "the last item, by the field that the description names",
    { starting_after: { ...text, description: "A cursor representing an item's token" }, page_size: count },
    object({ data: { type: "array", items: object({ name: text, token: text }) }, has_more: flag }),
    { kind: "cursor", parameter: "starting_after", key: ["token"], more: ["has_more"] },
  ],
] as const)("%s is known as a way to page", (_, parameters, body, expected) => {
  expect(detected(parameters, body)).toMatchObject(expected);
});

test.each([
  [
    "a time to begin at is no number of items",
    { start: { type: "string", format: "date-time" }, limit: count },
    object({ data: things }),
  ],
  [
    "a filter that the answer repeats is no cursor",
    { color: text, limit: count },
    object({ data: things, meta: object({ color: text }) }),
  ],
  ["next alone is a name like others", {}, object({ data: things, next: text })],
] as const)("%s", (_, parameters, body) => {
  expect(detected(parameters, body)).toBeUndefined();
});

test("a link to the last page is no flag", () => {
  const links = object({ next: object({ href: text }), last: object({ href: text }) });
  expect(detected({ page: count }, object({ things, _links: links }))).not.toHaveProperty("done");
  expect(detected({ page: count }, object({ things, links: object({ next: text, last: text }) }))).not.toHaveProperty(
    "done",
  );
});
