import { describe, expect, test } from "vitest";
import { diffDocuments } from "../src/diff-documents.ts";
import { type Edited, petDocument } from "./support/pet-document.ts";
import { diff } from "./support/policy-case.ts";

/** What successive versions of real documents showed, each in its smallest form. */
const told = (old: Edited, now: Edited) => diff(old, now).changes.map(({ level, message }) => `${level}: ${message}`);

const json = (schema: object) => ({ description: "It", content: { "application/json": { schema } } });

/** A document whose one operation has these responses. */
function answers(responses: object, schemas: object = {}): Edited {
  const operation = { operationId: "ban", responses };
  return {
    openapi: "3.0.3",
    info: { title: "t", version: "1" },
    paths: { "/bans": { post: operation } },
    components: { schemas },
  };
}

const object = (properties: object, required: readonly string[] = Object.keys(properties)) => ({
  type: "object",
  required,
  properties,
});
const text = { type: "string" };
const constant = (value: string) => ({ type: "string", enum: [value] });

describe("variants are paired by what tells them apart, for any number", () => {
  const event = (number: number) => object({ event: constant(`e${number}`), data: object({ id: text }) });
  const union = (numbers: readonly number[], variant = event) => ({
    allOf: [object({ object: constant("event") }), { oneOf: numbers.map(variant) }],
  });
  const documentOf = (numbers: readonly number[], variant = event) =>
    answers({ 200: json({ $ref: "#/components/schemas/Event" }) }, { Event: union(numbers, variant) });

  test.each([3, 20, 21, 60])("the first of %i is dropped: one change", (count) => {
    const numbers = Array.from({ length: count }, (_, index) => index);
    expect(told(documentOf(numbers), documentOf(numbers.slice(1)))).toEqual([
      'major: `Event` loses a variant: { object: "event"; event: "e0"; data: { … } }.',
    ]);
  });

  test("a change of one of many names it by its tag", () => {
    const numbers = Array.from({ length: 30 }, (_, index) => index);
    const edited = (number: number) =>
      number === 7 ? object({ event: constant("e7"), data: object({ id: text, more: text }, ["id"]) }) : event(number);
    expect(told(documentOf(numbers), documentOf(numbers, edited))).toEqual([
      'minor: New optional property `Event (event: "e7").data.more`: string.',
    ]);
  });

  test("a value that all variants change together tells none of them apart", () => {
    const dated = (version: string) => (number: number) =>
      object({ event: constant(`e${number}`), v: constant(version) });
    const changes = told(documentOf([1, 2], dated("1")), documentOf([1, 2], dated("2")));
    expect(changes).toEqual(
      [1, 2].map((number) => `major: \`Event (event: "e${number}").v\` is now always "2" instead of "1".`),
    );
  });

  test("one of several that are new is told by its tag, and no type is cut within its braces", () => {
    const wide = (number: number) =>
      object({ ...event(number).properties, description: text, organization: text, member: text, created_at: text });
    expect(told(documentOf([1, 2], wide), documentOf([1, 2, 3, 4], wide))).toEqual([
      'major: `Event` has a new variant: { event: "e3"; … }, { event: "e4"; … }.',
    ]);
    const [only = ""] = told(documentOf([1, 2], wide), documentOf([1, 2, 3], wide));
    expect(only).toMatch(/^major: `Event` has a new variant: \{ object: "event"; event: "e3"; .*; … \}\.$/);
  });

  test("a variant is told with the value inside of it that tells it apart", () => {
    const credential = (method: string) =>
      object({ active: { enum: [true] }, credential: object({ method: constant(method), value: text }) });
    const documentOf = (...methods: readonly string[]) => answers({ 200: json({ oneOf: methods.map(credential) }) });
    expect(told(documentOf("oauth", "key"), documentOf("oauth", "key", "client"))).toEqual([
      'major: `bans.create result` has a new variant: { active: true; credential: { method: "client"; … } }.',
    ]);
  });
});

describe("an object that becomes one of several is one change", () => {
  const optional = (properties: object, required: readonly string[] = []) => object(properties, required);
  const whole = optional({ slug: text, id: text, external: text, kind: text }, ["slug"]);
  const split = (slug: object) => ({
    allOf: [object({ slug }), { oneOf: [object({ id: text }), object({ external: text, kind: text })] }],
  });
  const sent = (schema: object): Edited => {
    const document = answers({ 204: { description: "Done" } }, { Dto: schema });
    document.paths["/bans"].post.requestBody = { required: true, ...json({ $ref: "#/components/schemas/Dto" }) };
    return document;
  };
  const got = (schema: object) => answers({ 200: json({ $ref: "#/components/schemas/Dto" }) }, { Dto: schema });
  const types = {
    whole: "{ id?: string; external?: string; kind?: string; … }",
    split: "{ id: string; … } | { external: string; kind: string; … }",
  };

  test("which breaks requests that name none of them, and is all the same to the rest", () => {
    expect(told(sent(whole), sent(split(text)))).toEqual([
      `major: \`Dto\` changes its type: ${types.whole} → ${types.split}.`,
    ]);
    expect(told(sent(split(text)), sent(whole))).toEqual([
      `minor: \`Dto\` may now be more: ${types.split} → ${types.whole}.`,
    ]);
  });

  test("beside which a change of what all of them have is told as ever", () => {
    expect(told(sent(whole), sent(split({ ...text, maxLength: 9 })))).toEqual([
      `major: \`Dto\` changes its type: ${types.whole} → ${types.split}.`,
      "major: `Dto.slug`: the greatest length is now 9 (was not limited).",
    ]);
  });

  test("and is known more exactly where every variant does for the old type", () => {
    const loose = optional({ event: text, data: { type: "object" } }, ["event", "data"]);
    const event = (name: string) => object({ event: constant(name), data: object({ [name]: text }) });
    expect(told(got(loose), got({ oneOf: ["a", "b"].map(event) }))).toEqual([
      'minor: `Dto` is now known more exactly: { event: string; data: Record<string, unknown> } → { event: "a"; … } | { event: "b"; … }.',
    ]);
  });
});

test("what a new type is made of is told at the place that refers to it", () => {
  const list = object({ data: text }, []);
  const now = answers({ 200: json({ $ref: "#/components/schemas/List" }) }, { List: object({ data: text }) });
  expect(told(answers({ 200: json(list) }), now)).toEqual([
    "minor: New type `List`.",
    "minor: Property `bans.create result.data` is now required. Hand-built fixtures must add it.",
  ]);
});

test("a property that moves to a base is new there, and what changes of it is told of the type that had it", () => {
  const documentOf = (base: object, more: object) => {
    const Sub = { allOf: [{ $ref: "#/components/schemas/Base" }, object(more, [])] };
    const schemas = { Base: object(base, []), Sub };
    const both = object({ base: { $ref: "#/components/schemas/Base" }, sub: { $ref: "#/components/schemas/Sub" } });
    return answers({ 200: json(both) }, schemas);
  };
  const old = documentOf({ id: text }, { name: { ...text, maxLength: 9 } });
  expect(told(old, documentOf({ id: text, name: text }, {}))).toEqual([
    "minor: New optional property `Base.name`: string.",
    "patch: `Sub.name`: the greatest length is now not limited (was 9).",
  ]);
});

test("a type that is two now is told once, with an alias of the one that is sent", () => {
  const documentOf = (sent: string, received: string, schemas: object): Edited => {
    const body = { required: true, ...json(object({ config: { $ref: `#/components/schemas/${sent}` } })) };
    const responses = { 200: json(object({ config: { $ref: `#/components/schemas/${received}` } })) };
    const document = answers(responses, schemas);
    document.paths["/bans"].post.requestBody = body;
    return document;
  };
  const [whole, part] = [object({ account: text, key: text }), object({ account: text })];
  const old = documentOf("Config", "Config", { Config: whole });
  const now = documentOf("ConfigIn", "ConfigOut", { ConfigIn: whole, ConfigOut: part });
  expect(told(old, now)).toEqual([
    "major: Property `ConfigOut.key` (string) is gone.",
    "minor: Type `Config` is several now: `ConfigIn` in requests, `ConfigOut` in responses. The old name stays as a deprecated alias of `ConfigIn`.",
  ]);
  const { new: model } = diffDocuments({ document: old, file: "old" }, { document: now, file: "new" });
  expect(model.schemas["ConfigIn"]?.formerNames?.map(({ typeName }) => typeName)).toEqual(["Config"]);
});

test("a success that has no body is lost to nobody; one with a body of its own is", () => {
  const ok = json(object({ n: { type: "integer" } }));
  const nothing = { description: "None" };
  expect(told(answers({ 200: ok, 204: nothing }), answers({ 200: ok }))).toEqual([
    "minor: `bans.create` no longer answers 204.",
  ]);
  expect(told(answers({ 200: ok, 202: json(object({ job: text })) }), answers({ 200: ok }))).toEqual([
    "major: `bans.create` no longer answers 202.",
  ]);
});

test("one more way to fail is minor, as a status and as a variant of a body", () => {
  const failure = (...codes: readonly string[]) =>
    json({ oneOf: codes.map((code) => object({ code: constant(code) })) });
  const done = { description: "Done" };
  const old = answers({ 204: done, 400: failure("a", "b") });
  expect(told(old, answers({ 204: done, 400: failure("a", "b", "c") }))).toEqual([
    'minor: `bans.create 400 error` has one more variant: { code: "c" }.',
  ]);
  expect(diff(old, answers({ 204: done, 400: failure("a", "b"), 409: failure("z", "y") })).level).toBe("minor");
  const inside = (...codes: readonly string[]) => ({
    204: done,
    400: json(object({ cause: failure(...codes).content["application/json"].schema })),
  });
  expect(diff(answers(inside("a", "b")), answers(inside("a", "b", "c"))).level).toBe("major");
});

describe("`not` that forbids properties", () => {
  const user = (forbidden: readonly string[], properties: object) =>
    answers({
      200: json({ ...object(properties, []), not: { anyOf: forbidden.map((name) => forbids(name)) } }),
    });
  // As documents write it for one name and for another.
  const forbids = (name: string) =>
    name === "salt" ? { required: [name], properties: { [name]: { "x-lint": false } } } : { required: [name] };

  test("says nothing of those that the object does not declare", () => {
    expect(told(user(["hash"], { password: text }), user(["hash", "salt"], { password: text }))).toEqual([]);
  });

  test("is a rule where the object declares one", () => {
    const properties = { password: text, salt: text };
    expect(told(user(["hash"], properties), user(["hash", "salt"], properties))).toHaveLength(1);
  });
});

test("a slash at the end of a server is no other server", () => {
  const at = (url: string) => ({ ...petDocument(), servers: [{ url }] });
  expect(told(at("https://a.example/"), at("https://a.example"))).toEqual([]);
  expect(told(at("https://a.example/v1/"), at("https://a.example/v2"))).toHaveLength(1);
});

test("a description that a property has from another type now is no change of that type", () => {
  const headers = { Headers: { type: "object", description: "Of a request" } };
  const holder = (headersSchema: object) =>
    answers(
      { 200: json({ $ref: "#/components/schemas/Mail" }) },
      { ...headers, Mail: object({ headers: headersSchema }) },
    );
  const old = holder({ type: "object", description: "Of the mail" });
  const now = holder({ $ref: "#/components/schemas/Headers" });
  expect(told(old, now).filter((line) => line.includes("description"))).toEqual([
    "patch: The description of `Mail.headers` changes.",
  ]);
});

test("a property is told by the type that declares it, wherever that is composed", () => {
  const payment = (...methods: readonly string[]) => ({
    allOf: [object({ token: text }), object({ method: { type: "string", enum: methods } })],
  });
  const documentOf = (...methods: readonly string[]): Edited => ({
    ...answers(
      { 200: json({ type: "array", items: { $ref: "#/components/schemas/Payment" } }) },
      { Payment: payment(...methods) },
    ),
    openapi: "3.1.0",
    webhooks: {
      "payment.updated": {
        post: {
          requestBody: json({ allOf: [object({ type: text }), { $ref: "#/components/schemas/Payment" }] }),
          responses: { 200: { description: "ok" } },
        },
      },
    },
  });
  const { changes } = diff(documentOf("ACH"), documentOf("ACH", "COIN"));
  expect(changes.map(({ message, operations }) => [message, operations])).toEqual([
    ['`Payment.method` may now be "COIN", too: "ACH" → "ACH" | "COIN".', ["ban", "webhook payment.updated"]],
  ]);
});

test("a payload is told as the SDK names it", () => {
  const documentOf = (payload: object): Edited => ({
    ...petDocument(),
    webhooks: { petSold: { post: { requestBody: json(payload), responses: { 200: { description: "ok" } } } } },
  });
  expect(told(documentOf(object({ id: text })), documentOf(object({ id: text, price: text }, ["id"])))).toEqual([
    'minor: New optional property `WebhookEvents["petSold"].price`: string.',
  ]);
});

test("a named type that becomes an enum is told by its values, not by its name twice", () => {
  const documentOf = (schema: object) =>
    answers({ 200: json({ $ref: "#/components/schemas/Sort" }) }, { Sort: schema });
  expect(told(documentOf(text), documentOf({ type: "string", enum: ["a", "b"] }))).toEqual([
    'minor: `Sort` is now one of a few values: string → "a" | "b".',
  ]);
});

test("a description that tells of a deprecation is told with it", () => {
  const old = petDocument();
  const now = petDocument();
  Object.assign(now.paths["/pets"].get, { deprecated: true, description: "Deprecated: use animals." });
  Object.assign(now.components.schemas.Pet.properties.nick, { deprecated: true, description: "Deprecated." });
  expect(told(old, now)).toEqual([
    "minor: `Pet.nick` is now marked as deprecated.",
    "minor: Method `pets.list` is now marked as deprecated.",
  ]);
});

test("a list that is too long is cut between its values, with the number of the others", () => {
  const values = Array.from({ length: 40 }, (_, index) => `value-${index}`);
  const of = (list: readonly string[]) => answers({ 200: json({ type: "string", enum: list }) });
  const [line = ""] = told(of(["a"]), of(["a", ...values]));
  expect(line).toMatch(/^major: `bans\.create result` may now be ("value-\d+", )+… \(\d+ more\), too\.$/);
});
