import { inspect } from "node:util";
import { expect, test } from "vitest";
import { type AnswerSchema, ResponseValidationError, withValidation } from "../src/validation.ts";
import { withValues } from "../src/values/with-values.ts";
import { json, rejection, setup } from "./support/client.ts";

type Issue = { message: string; path?: readonly (string | number | { key: string })[] };

/** A schema that finds these issues in any value. */
function schemaOf(issues: readonly Issue[], isLater = false): AnswerSchema {
  const result = issues.length > 0 ? { issues } : {};
  return { "~standard": { validate: () => (isLater ? Promise.resolve(result) : result) } };
}

function clientOf(answer: Response, schema: AnswerSchema) {
  return withValidation(setup([answer]).svc, { emails_list: schema });
}

const BODY = { items: [{ name: "s3cret-value", count: 424242 }] };

test.each([false, true])(
  "an answer that breaks its schema is an error with its places (later: %s)",
  async (isLater) => {
    const issues = [
      { message: 'Expected a number but received "s3cret-value"', path: ["items", 0, { key: "name" }] },
      { message: "got 424242", path: ["items", 0, "count"] },
      { message: "too few" },
      { message: "fourth", path: ["x"] },
    ];
    const error = await rejection(clientOf(json(BODY), schemaOf(issues, isLater)).personas.emails.list("p"));
    expect(ResponseValidationError.is(error)).toBe(true);
    expect(error).toMatchObject({ status: 200, operation: "personas.emails.list", body: BODY });
    expect(error.message).toBe(
      'personas.emails.list: 200 breaks its schema: body.items.0.name: Expected a number but received "..."; body.items.0.count: got ...; body: too few; and 1 more',
    );
    expect(error["issues"]).toEqual([
      { loc: ["items", 0, "name"], msg: 'Expected a number but received "..."' },
      { loc: ["items", 0, "count"], msg: "got ..." },
      { loc: [], msg: "too few" },
      { loc: ["x"], msg: "fourth" },
    ]);
    for (const text of [inspect(error), JSON.stringify(error), String(error.stack)])
      expect(text).not.toMatch(/s3cret|424242|secret-token/);
  },
);

test("a credential that the service repeats is not in the error", async () => {
  const schema = schemaOf([{ message: "expected one of: secret-token" }]);
  const error = await rejection(clientOf(json({ a: 1 }), schema).personas.emails.list("p"));
  expect(error.message).not.toContain("secret-token");
});

test.each([
  [
    "throws",
    () => {
      throw new TypeError("s3cret-value");
    },
  ],
  ["rejects", () => Promise.reject(new TypeError("s3cret-value"))],
])("a schema that %s is an issue without its text", async (_, validate) => {
  const error = await rejection(clientOf(json(BODY), { "~standard": { validate } }).personas.emails.list("p"));
  expect(error.message).toBe("personas.emails.list: 200 breaks its schema: body: the schema has thrown TypeError");
  expect(inspect(error)).not.toContain("s3cret");
});

test("an answer that keeps its schema stays as it came", async () => {
  expect(await clientOf(json(BODY), schemaOf([])).personas.emails.list("p")).toEqual(BODY);
});

test.each([
  ["empty", new Response(null, { status: 204 })],
  ["text", new Response("hello", { headers: { "content-type": "text/plain" } })],
])("an answer that is %s is not checked", async (_, answer) => {
  const client = withValidation(setup([answer]).svc, { health_get: schemaOf([{ message: "no" }]) });
  expect(await (client.health.get as () => Promise<unknown>)()).toBe(answer.status === 204 ? undefined : "hello");
});

test("errors, other operations and raw are not checked", async () => {
  const schema = schemaOf([{ message: "no" }]);
  const error = await rejection(clientOf(json({}, { status: 404 }), schema).personas.emails.list("p"));
  expect(error.name).toBe("NotFoundError");
  const other = withValidation(setup([json({ a: 1 })]).svc, { constructor: schema } as never);
  expect(await other.open.get()).toEqual({ a: 1 });
  const { data } = (await clientOf(json(BODY), schema).raw.GET(
    "/personas/{persona_id}/emails" as never,
    {
      params: { path: { persona_id: "p" } },
    } as never,
  )) as { data: unknown };
  expect(data).toEqual(BODY);
});

test("answers are checked as they came, and decoded afterwards; the client of withOptions does both", async () => {
  const seen: unknown[] = [];
  const schema: AnswerSchema = {
    "~standard": {
      validate(value) {
        seen.push(value);
        return {};
      },
    },
  };
  const plan = { properties: { at: "date" } } as const;
  const decoding = withValues({ emails_list: { answers: { 200: plan } } });
  const { svc } = setup([json({ at: "2024-01-01T00:00:00Z" })], {}, [decoding]);
  const client = withValidation(svc, { emails_list: schema });
  const expected = { at: new Date("2024-01-01T00:00:00Z") };
  expect(await client.personas.emails.list("p")).toEqual(expected);
  expect(await client.withOptions({ retry: false }).personas.emails.list("p")).toEqual(expected);
  expect(seen).toEqual([{ at: "2024-01-01T00:00:00Z" }, { at: "2024-01-01T00:00:00Z" }]);
});

test("what is no client is refused", () => {
  expect(() => withValidation({}, {})).toThrow("withValidation: expected a client");
});

test("schemas see the members of the answer only, and the caller gets plain objects", async () => {
  const names = ["constructor", "toString", "valueOf", "__proto__"];
  const seen: unknown[] = [];
  const schema: AnswerSchema = {
    "~standard": {
      validate(value) {
        const [{ inner }, own] = value as readonly [{ readonly inner: object }, object];
        seen.push(...[inner, own].map((one) => names.map((name) => one[name as never])));
        return {};
      },
    },
  };
  const text = '[{"inner":{}},{"constructor":1,"toString":2,"valueOf":3,"__proto__":4}]';
  const answer = new Response(text, { headers: { "content-type": "application/json" } });
  const data = (await clientOf(answer, schema).personas.emails.list("p")) as unknown as readonly object[];
  expect(seen).toEqual([names.map(() => undefined), [1, 2, 3, 4]]);
  expect(data.map((one) => Object.getPrototypeOf(one))).toEqual([Object.prototype, Object.prototype]);
  expect(JSON.stringify(data)).toBe(text);
});
