import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createModel, type Model, parseDocument, serviceRequests } from "@svc/model";
import { FOREIGN_DOCUMENTS, readForeignDocument } from "@svc/model/test-support/documents";
import { describe, expect, test } from "vitest";
import { md } from "../../quote/index.ts";
import { sdkName } from "../sdk-name.ts";
import { emitOperationPages, pageFiles } from "./emit-operation-pages.ts";
import { PLAIN } from "./page-context.ts";

/** A document that stays as it is when the service's goes on. */
const SERVICE = fileURLToPath(new URL("../../../../../engines/model/fixtures/service.yaml", import.meta.url));

const own = (): ReadonlyMap<string, string> =>
  pagesOf(createModel(parseDocument(readFileSync(SERVICE, "utf8"), SERVICE).document, { file: SERVICE }));

/** The pages as a repository has them. */
function pagesOf(model: Model): ReadonlyMap<string, string> {
  const files = emitOperationPages({
    model,
    sdk: sdkName("acme"),
    modules: { client: "@acme/client", testing: "@acme/testing", build: "@acme/testing" },
    fake: "svc-fake --port 4010",
    banner: md`<!-- Generated. -->`,
    list: "operations.md",
    folder: "operations/",
    unknowns: "../../UNKNOWNS.md",
    layout: PLAIN,
  });
  return new Map([...files].map(([path, text]) => [path.replace("operations/", ""), text]));
}

function modelOf(document: object): Model {
  const complete = { openapi: "3.1.0", info: { title: "T", version: "1" }, ...document };
  return createModel(complete, { file: "test.json" });
}

test("each operation has a page, and the list leads to all of them", () => {
  const pages = own();
  expect([...pages.keys()]).toHaveLength(6);
  for (const name of [...pages.keys()].slice(1))
    expect(pages.get("operations.md")).toContain(`](./operations/${name})`);
});

test("a page has parameters with bounds, a call, the same for curl, answers, errors and what is not known", () => {
  const page = own().get("persona_emails_list.md") ?? "";
  expect(page).toContain(
    "- `params.limit` `number`, optional, query `limit`\n\n  Maximum number of emails returned.\n\n  1 to 100. Default: 10.",
  );
  expect(page).toContain('acme.personas.emails.list("p1", {\n  limit: 20,\n  timedelta: { minutes: 5 },\n})');
  expect(page).toContain(
    "curl \\\n  -H 'Authorization: Bearer any-token' \\\n  'http://127.0.0.1:4010/personas/p1/emails?limit=20",
  );
  expect(page).toContain("`200`: `Email[]`");
  expect(page).toContain("- `429` `RateLimitError`");
  expect(page).toContain("build.emails(2)");
  expect(page).toContain("- The textual syntax accepted for a duration value.");
});

test("a list that comes in parts is iterated, and its place is not made up", () => {
  const parameter = (name: string, type: string) => ({ name, in: "query", schema: { type } });
  const item = { type: "object", properties: { id: { type: "string" } }, required: ["id"] };
  const list = { type: "array", items: item };
  const body = { type: "object", properties: { data: list, has_more: { type: "boolean" } } };
  const get = {
    operationId: "list_pets",
    parameters: [parameter("limit", "integer"), parameter("after", "string")],
    responses: { "200": { description: "ok", content: { "application/json": { schema: body } } } },
  };
  const servers = [{ url: "https://api.acme.example" }];
  const page = pagesOf(modelOf({ servers, paths: { "/pets": { get } } })).get("list_pets.md") ?? "";
  expect(page).toMatch(/await acme\.pets\.list\(\{ limit: \d+ \}\);/);
  expect(page).toContain("for await (const item of acme.pets.list()) console.log(item);");
  expect(page).toContain(". The service is at `https://api.acme.example`.");
});

test.each([
  ["multipart/form-data", "--form-string"],
  ["application/x-www-form-urlencoded", "--data-urlencode"],
])("%s is sent field by field with curl", (mediaType, flag) => {
  const text = { type: "string", default: "a&b" };
  const schema = {
    type: "object",
    required: ["name", "tags"],
    properties: { name: text, tags: { type: "array", items: text, examples: [["x", "y"]] } },
  };
  const post = {
    operationId: "send",
    requestBody: { required: true, content: { [mediaType]: { schema } } },
    responses: { "200": { description: "ok" } },
  };
  const page = pagesOf(modelOf({ paths: { "/send": { post } } })).get("send.md");
  expect(page).toContain(`  ${flag} 'name=a&b' \\\n  ${flag} 'tags=x' \\\n  ${flag} 'tags=y' \\\n  'http`);
  expect(page).not.toContain("Content-Type:");
});

test("a sample keeps patterns, what alternatives ask for together, and what a form asks for, files included", () => {
  const id = { name: "id", in: "path", required: true, schema: { type: "string", pattern: "^ak_[0-9]{4}$" } };
  const text = { type: "string" };
  const either = { anyOf: [{ required: ["domain"] }, { required: ["domains"] }] };
  const body = { type: "object", required: ["name"], properties: { name: text, domain: text }, ...either };
  const file = { type: "string", format: "binary" };
  const form = {
    type: "object",
    required: ["file", "files", "note"],
    properties: { note: text, file, files: { type: "array", items: file } },
  };
  const operation = (operationId: string, mediaType: string, schema: object) => ({
    operationId,
    parameters: [id],
    requestBody: { content: { [mediaType]: { schema } } },
    responses: { "200": { description: "ok" } },
  });
  const pages = pagesOf(
    modelOf({
      paths: {
        "/keys/{id}": {
          put: operation("put", "application/json", body),
          post: operation("send", "multipart/form-data", form),
        },
      },
    }),
  );
  expect(pages.get("put.md")).toMatch(/'http:.*\/keys\/ak_\d{4}'/);
  expect(pages.get("put.md")).toMatch(/domain: "/);
  expect(pages.get("send.md")).toContain(
    '{ file: new File(["file"], "file.txt"), files: [new File(["files"], "file.txt")], note: "note" }',
  );
  expect(pages.get("send.md")).toContain("--form 'files=files;filename=file.txt' \\\n  --form-string 'note=note'");
  expect(pages.get("send.md")).toContain("() => new Response(null, { status: 200 })");
});

test.each([
  [{ type: "apiKey", in: "header", name: "X-Key" }, "-H 'X-Key: any-token'", 'auth: "any-token"'],
  [{ type: "apiKey", in: "query", name: "key" }, "/pets?key=any-token'", 'auth: "any-token"'],
  [{ type: "apiKey", in: "cookie", name: "sid" }, "-b 'sid=any-token'", 'auth: "any-token"'],
  [{ type: "http", scheme: "basic" }, "-H 'Authorization: Basic YW55", 'auth: "any-user:any-password"'],
])("the credential of %o is sent as it travels", (scheme, curl, client) => {
  const get = { operationId: "list", security: [{ own: [] }], responses: { 200: { description: "" } } };
  const page = pagesOf(modelOf({ components: { securitySchemes: { own: scheme } }, paths: { "/pets": { get } } })).get(
    "list.md",
  );
  expect(page).toContain(curl);
  expect(page).toContain(client);
});

test("a body of which nothing is required shows what may be sent", () => {
  const text = { type: "string" };
  const properties = { id: { ...text, readOnly: true }, name: text, tags: { type: "array" }, age: { type: "integer" } };
  const content = { "application/json": { schema: { type: "object", properties } } };
  const post = {
    operationId: "add",
    requestBody: { required: true, content },
    responses: { 204: { description: "" } },
  };
  expect(pagesOf(modelOf({ paths: { "/pets": { post } } })).get("add.md")).toContain(
    'acme.pets.create({ name: "name", age: 10 })',
  );
});

test("code has the names and the packages of the SDK, and the answer is the builders'", () => {
  const page = own().get("persona_emails_list.md") ?? "";
  expect(page).toContain(
    'import { createAcmeClient } from "@acme/client";\nimport { build, createFakeAcme } from "@acme/testing";',
  );
  expect(page).toMatch(/built by `@acme\/testing`:\n\n```json\n\[\n {2}\{\n {4}"subject": "/);
  expect(page).toContain("- others `AcmeApiError` or one of its subclasses");
  expect(page).not.toMatch(/\bsvc\.|Svc|@svc/);
});

test("without a layout a page is Markdown alone, with one heading of the first level", () => {
  for (const page of own().values()) {
    expect(page).toMatch(/^<!-- Generated\. -->\n\n# /);
    expect(page.match(/^# /gm)).toHaveLength(1);
    expect(page).not.toMatch(/^(?:<(?!!--)|:::)/m);
  }
});

test("text of a document stays text", () => {
  const model = modelOf({
    paths: {
      "/a/{b}": {
        get: {
          operationId: "../../x'; rm -rf $(pwd) #",
          summary: "<script>alert(1)</script> [x](javascript:alert) {{ constructor }}",
          parameters: [
            { name: "b", in: "path", required: true, schema: { type: "string", examples: ["'; reboot; '"] } },
            { name: "q", in: "query", required: true, schema: { type: "string", default: "`|\n```" } },
          ],
          responses: { "200": { description: "ok | <img src=x>" } },
        },
      },
    },
  });
  const [, [name = "", page = ""] = []] = [...pagesOf(model)];
  expect(name).toMatch(/^[\w-]+\.md$/);
  expect(page).not.toMatch(/<script|<img|\{\{/);
  expect(page).toContain("'http://127.0.0.1:4010/a/'\\''%3B%20reboot%3B%20'\\''?q=");
});

test("operations whose ids differ in case or signs only have pages of their own", () => {
  const get = (operationId: string): object => ({ get: { operationId, responses: { "200": { description: "" } } } });
  const model = modelOf({ paths: { "/a": get("a.b"), "/b": get("A b"), "/c": get("index") } });
  expect([...pageFiles(model.operations).values()]).toEqual(["a-b.md", "A-b-2.md", "index-2.md"]);
});

test("a stream is iterated, described by its events, and sent by a generator", () => {
  const { document } = parseDocument(readForeignDocument("agents"), "agents.json");
  const page = pagesOf(createModel(document)).get("agent_events.md") ?? "";
  expect(page).toContain("for await (const item of stream) console.log(item);");
  expect(page).toContain("-N -H 'Accept: text/event-stream'");
  expect(page).toContain("`200`: a stream");
  expect(page).toContain("Server-sent events, `text/event-stream`.");
  expect(page).toContain("- `data` `Step`");
  expect(page).toContain("- `index` `number`");
  expect(page).toContain('yield* build.streamItems("agent_events", 3);');
});

test("events that are told apart by their names are listed with how a stream ends", () => {
  const event = (name: string, data: object): object => ({
    type: "object",
    required: ["event", "data"],
    description: `A ${name}.`,
    properties: { event: { const: name }, data },
  });
  const content = {
    "application/json": { schema: { type: "integer" } },
    "text/event-stream": {
      "x-svc-stream": { end: "[DONE]", error: "error" },
      itemSchema: { oneOf: [event("token", { type: "string" }), event("usage", { type: "integer" })] },
    },
  };
  const post = { operationId: "run", responses: { 200: { description: "It ran.", content } } };
  const page = pagesOf(modelOf({ openapi: "3.2.0", paths: { "/run": { post } } })).get("run.md") ?? "";
  expect(page).toContain("`200`: `number`, `application/json`\n\nIt ran.");
  expect(page).toContain("`[DONE]` ends the stream. The event `error` is an error.");
  expect(page).toContain('- `"token"` `string`\n\n  A token.');
  expect(page).toContain("const result = await acme.run();");
});

test("webhooks and callbacks have a page with their payloads", () => {
  const schema = { type: "object", required: ["id"], properties: { id: { type: "string" } } };
  const send = {
    post: { description: "Paid.", requestBody: { content: { "application/json": { schema } } }, responses: {} },
  };
  const callbacks = { done: { "{$request.body#/url}": { post: { responses: {} } } } };
  const post = { operationId: "start", callbacks, responses: { 204: { description: "" } } };
  const pages = pagesOf(modelOf({ webhooks: { "order.paid": send }, paths: { "/start": { post } } }));
  const page = pages.get("webhooks.md") ?? "";
  expect(page).toContain("## `order.paid`\n\nPaid.\n\n`POST`, `application/json`: `object`.");
  expect(page).toContain("- `id` `string`");
  expect(page).toContain("## `start.done`\n\n`POST` to `{$request.body#/url}`, no body.");
  expect(page).toContain('fake.webhooks.send("order.paid"');
  expect(pages.get("operations.md")).toContain("(./operations/webhooks.md)");
});

describe.each(FOREIGN_DOCUMENTS)("$name", ({ file, read }) => {
  test("has a page for each operation", () => {
    const model = createModel(parseDocument(read(), file).document, { file });
    const pages = pagesOf(model);
    expect(pages.size).toBe(model.operations.length + 1 + (serviceRequests(model).length > 0 ? 1 : 0));
    for (const page of pages.values()) {
      expect(page).toMatch(/^# \S/m);
      expect(page).not.toMatch(/\bundefined\b.*\|$|\[object Object\]|\n{3}/m);
    }
  });
});

const steps = (partOf: (refs: readonly object[]) => object, last: object): { [name: string]: object } =>
  Object.fromEntries(
    Array.from({ length: 9 }, (_, step) => {
      const refs = Array.from({ length: 30 }, () => ({ $ref: `#/components/schemas/S${step + 1}` }));
      return [`S${step}`, step === 8 ? last : partOf(refs)];
    }),
  );

const named = (refs: readonly object[]) => Object.fromEntries(refs.map((ref, index) => [`p${index}`, ref]));

test.each<[string, { [name: string]: object }]>([
  ["parts", steps((allOf) => ({ allOf }), { type: "object", properties: { items: { type: "array" } } })],
  ["alternatives", steps((refs) => ({ oneOf: refs.map((ref) => ({ allOf: [ref] })) }), { type: "object" })],
  ["properties", steps((refs) => ({ type: "object", properties: named(refs) }), { type: "string" })],
  [
    "required properties",
    steps((refs) => ({ type: "object", properties: named(refs), required: Object.keys(named(refs)) }), {
      type: "string",
    }),
  ],
  [
    "a chain",
    Object.fromEntries(
      Array.from({ length: 3000 }, (_, index) => [
        `S${index}`,
        { type: "object", properties: { next: { $ref: `#/components/schemas/S${(index + 1) % 3000}` } } },
      ]),
    ),
  ],
])(
  "a page of schemas that are %s of each other, thirty at each of eight steps, is made, and can be read",
  (_, given) => {
    const schema = { $ref: "#/components/schemas/S0" };
    const body = (type: string) => ({ content: { [type]: { schema } } });
    const get = (type: string) => ({
      operationId: type.replace(/\W/, ""),
      parameters: [{ name: "cursor", in: "query", schema: { type: "string" } }],
      responses: { 200: { description: "", ...body(type) } },
    });
    const post = {
      operationId: "send",
      requestBody: body("multipart/form-data"),
      responses: { 204: { description: "" } },
    };
    const pages = pagesOf(
      modelOf({
        openapi: "3.2.0",
        paths: { "/a": { get: get("application/json"), post }, "/s": { get: get("text/event-stream") } },
        components: { schemas: given },
      }),
    );
    expect(Math.max(...[...pages.values()].map(({ length }) => length))).toBeLessThan(200_000);
  },
);

test("tags below each other by the thousands name a few of those above", () => {
  const tags = Array.from({ length: 3000 }, (_, index) => ({ name: `t${index}`, parent: `t${index - 1}` }));
  const one = (index: number) => ({ get: { tags: [`t${index}`], responses: { 204: { description: "" } } } });
  const paths = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`/p${index}`, one(2999 - index)]));
  const list = pagesOf(modelOf({ openapi: "3.2.0", tags, paths })).get("operations.md") ?? "";
  expect(list).toContain("## t2992 › t2993 › t2994 › t2995 › t2996 › t2997 › t2998 › t2999\n");
});

test("a page has no name of a device", () => {
  const get = (operationId: string) => ({ get: { operationId, responses: { 204: { description: "" } } } });
  const pages = pagesOf(modelOf({ paths: { "/a": get("CON"), "/b": get("lpt1"), "/c": get("console") } }));
  expect([...pages.keys()]).toEqual(["operations.md", "CON-2.md", "lpt1-2.md", "console.md"]);
});

test("no text of a document names a file that curl would read and send, or many addresses", () => {
  const send = (operationId: string, type: string, schema: object) => ({
    post: {
      operationId,
      requestBody: { required: true, content: { [type]: { schema } } },
      responses: { 204: { description: "" } },
    },
  });
  const file = (text: string) => ({ type: "string", format: "binary", examples: [text] });
  const properties = { a: file("@/etc/passwd"), b: file("</etc/passwd"), c: file('x;type="y\\') };
  const form = { type: "object", required: ["a", "b", "c"], properties };
  const paths = {
    "/[1-9]": send("text", "text/plain", { type: "string", examples: ["@/etc/passwd"] }),
    "/b": send("form", "multipart/form-data", form),
  };
  const pages = pagesOf(modelOf({ paths }));
  expect(pages.get("text.md")).toContain("--data-raw '@/etc/passwd' \\\n  'http://127.0.0.1:4010/%5B1-9%5D'");
  expect(pages.get("form.md")).toContain(`--form 'a="@/etc/passwd";filename=file.txt'`);
  expect(pages.get("form.md")).toContain(`--form 'b="</etc/passwd";filename=file.txt'`);
  expect(pages.get("form.md")).toContain(String.raw`--form 'c="x;type=\"y\\";filename=file.txt'`);
});
