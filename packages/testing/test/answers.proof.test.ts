import { createModel, type Model, type Operation, parseDocument, type Schema } from "@svc/model";
import { FOREIGN_DOCUMENTS } from "@svc/model/test-support/documents";
import { seedOr } from "@svc/model/test-support/proofs";
import { createBuilders } from "@svc/schema";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { responseOf } from "../src/fake/answer/content.ts";
import { createFake } from "../src/fake/create-fake.ts";
import { model as own } from "../src/index.ts";

const documents: [string, () => Model][] = [
  ["the service", () => own],
  // GitHub's takes minutes, and has nothing that the others have not.
  ...FOREIGN_DOCUMENTS.filter(({ name }) => name !== "github").map(({ name, file, read }): [string, () => Model] => [
    name,
    () => createModel(parseDocument(read(), file).document),
  ]),
];

/** Ajv's opinion of a value under a schema of a model. */
function createCheck(model: Model): (schema: Schema, value: unknown) => string | undefined {
  const ajv = new Ajv2020({ strict: false, allErrors: false, validateFormats: true, logger: false });
  (addFormats as unknown as (ajv: Ajv2020) => void)(ajv);
  // Names may hold what a pointer escapes: the references stay as they are, so the schemas go where they lead.
  const schemas = Object.fromEntries(Object.entries(model.schemas).map(([name, { schema }]) => [name, schema]));
  const compiled = new Map<Schema, ReturnType<typeof ajv.compile>>();
  return (schema, value) => {
    const validate = compiled.get(schema) ?? ajv.compile({ components: { schemas }, allOf: [schema] });
    compiled.set(schema, validate);
    return validate(value) ? undefined : ajv.errorsText(validate.errors);
  };
}

interface Sent {
  readonly status: number;
  readonly problem: string | undefined;
}

describe.each(documents)("%s", (_, load) => {
  const model = load();
  const check = createCheck(model);
  const fakes = [1, 2, 3].map((seed) => createFake(model, { seed, rateLimit: false }));
  const build = createBuilders<Record<string, never>>(model) as unknown as {
    body(id: string): unknown;
  };

  /** A request that the document allows, but for what a test changes. */
  function request(
    operation: Operation,
    values: { readonly path: string; readonly query: string },
  ): [string, RequestInit] {
    const path = operation.path.replace(/\{[^}]+\}/g, () => encodeURIComponent(values.path) || "x");
    const content = operation.body?.content.find(({ mediaType }) => /json/.test(mediaType));
    const body = content === undefined ? undefined : JSON.stringify(build.body(operation.id) ?? {});
    const hasBody = body !== undefined && operation.method !== "get" && operation.method !== "head";
    const headers = { authorization: "Bearer t", ...(hasBody && { "content-type": content?.mediaType ?? "" }) };
    return [
      path + values.query,
      { method: operation.method.toUpperCase(), headers, redirect: "manual", ...(hasBody && { body }) },
    ];
  }

  async function send(operation: Operation, seed: number, values: { path: string; query: string }): Promise<Sent> {
    const fake = fakes[seed % fakes.length] as (typeof fakes)[number];
    const [target, init] = request(operation, values);
    const response = await fake.fetch(fake.baseUrl + target, init);
    const text = await response.text();
    const documented = responseOf(operation, response.status);
    const type = response.headers.get("content-type") ?? "";
    if (documented === undefined || !/json/.test(type) || text === "")
      return { status: response.status, problem: undefined };
    const schema = documented.content.find(({ mediaType }) => /json|\*/.test(mediaType))?.schema;
    const problem = schema === undefined ? undefined : check(schema, JSON.parse(text));
    return {
      status: response.status,
      problem: problem && `${operation.id} ${response.status}: ${problem}\n${text.slice(0, 500)}`,
    };
  }

  test("every answer is valid for its document, to good requests and to bad ones", async () => {
    const runs = Math.max(2, Math.ceil(150 / model.operations.length));
    const value = fc.oneof(fc.constant("1"), fc.uuid(), fc.string({ unit: "grapheme", minLength: 1, maxLength: 8 }));
    for (const operation of model.operations.filter(({ method }) => method !== "trace")) {
      const names = operation.parameters.filter((parameter) => parameter.in === "query").map(({ name }) => name);
      const pairs = fc.array(fc.tuple(fc.constantFrom("q", ...names), value), { maxLength: 3 });
      const query = pairs.map((list) => (list.length === 0 ? "" : `?${new URLSearchParams(list)}`));
      const path = value.filter((text) => !/\p{Surrogate}/u.test(text) && !/^[./\s]*$/.test(text));
      await fc.assert(
        fc.asyncProperty(fc.integer({ min: 0 }), path, query, async (seed, pathValue, queryValue) => {
          const { status, problem } = await send(operation, seed, { path: pathValue, query: queryValue });
          expect(problem).toBeUndefined();
          expect(status).not.toBe(500);
        }),
        { numRuns: runs, seed: seedOr(1) },
      );
    }
    // Of a thousand operations, as a bump may bring them, it takes minutes on a busy machine.
  }, 600_000);
});
