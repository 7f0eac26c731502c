import { emitTree } from "@svc/codegen/workspace";
import { runs } from "@svc/model/test-support/proofs";
import { expect, test } from "vitest";

const ok = { 200: { description: "ok" } };
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const many = <T>(count: number, entry: (index: number) => readonly [string, T]): { [name: string]: T } =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => entry(index)));
const answer = (schema: object) => ({ 200: { description: "ok", content: { "application/json": { schema } } } });

/** Documents that grow with a number, and whose output must not grow faster. */
const BOMBS: { readonly [name: string]: (size: number) => object } = {
  operations: (size) => ({ paths: many(size / 10, (index) => [`/p${index}/{id}`, operation(index)]) }),
  "operations without ids, whose names collide": (size) => ({
    paths: many(size / 10, (index) => [`/a${"-".repeat(index % 100)}/${"!".repeat(Math.floor(index / 100))}b`, get]),
  }),
  properties: (size) => schemas({ S: { type: "object", properties: many(size, (index) => [`p${index}`, text]) } }),
  schemas: (size) =>
    schemas(many(size, (index) => [`S${index}`, { properties: { a: ref(`S${(index * 7) % size}`) } }])),
  "schema names that collide": (size) =>
    schemas(
      many(size / 2, (index) => [`S${"-".repeat(1 + (index % 100))}${"_".repeat(Math.floor(index / 100))}`, text]),
    ),
  "enum values": (size) => schemas({ S: { enum: Array.from({ length: size }, (_, index) => `v${index}`) } }),
  "chains of references": (size) =>
    schemas(many(size, (index) => [`R${index}`, index === size - 1 ? text : ref(`R${index + 1}`)])),
  alternatives: (size) => schemas({ S: { oneOf: Array.from({ length: size / 4 }, (_, index) => ({ const: index })) } }),
  "parts that double at every step, with marks": (size) => ({
    paths: { "/x": { post: { requestBody: body(ref("D0")), responses: answer(ref("D0")) } } },
    ...schemas({
      ...many(size / 400, (index) => [`D${index}`, { allOf: [ref(`D${index + 1}`), ref(`D${index + 1}`)] }]),
      [`D${size / 400}`]: { type: "object", properties: { z: { type: "string", readOnly: true } } },
    }),
  }),
  "parts that each lead to all of the next step": (size) => ({
    paths: { "/x": { get: { responses: answer(ref("W0")) } } },
    ...schemas({
      ...many(8, (step) => [`W${step}`, { allOf: Array.from({ length: size / 100 }, () => ref(`W${step + 1}`)) }]),
      W8: { type: "object", properties: { a: text } },
    }),
  }),
  "text that looks like markup": (size) => ({
    paths: { "/x": { get: { summary: "<".repeat(size * 5), description: "[`*".repeat(size * 5), responses: ok } } },
  }),
};

const text = { type: "string" };
const get = { get: { responses: ok } };
const schemas = (named: object) => ({ components: { schemas: named } });
const body = (schema: object) => ({ content: { "application/json": { schema } } });
const operation = (index: number) => ({
  get: {
    operationId: `op${index}`,
    parameters: [{ name: "id", in: "path", required: true, schema: text }],
    responses: ok,
  },
});

const EMPTY = { openapi: "3.1.0", info: { title: "t", version: "1" }, paths: {} };
const SIZE = runs(8_000, 40_000);

test.each(Object.entries(BOMBS))(
  "%s by the thousands take seconds, not minutes",
  { timeout: 300_000 },
  (_, documentOf) => {
    expect(outputPerByte(documentOf(SIZE))).toBeLessThan(outputPerByte(documentOf(SIZE / 4)) * 1.2);
  },
);

/** Characters of output per character of a document, beyond those of an empty one. */
function outputPerByte(parts: object): number {
  const source = JSON.stringify({ ...EMPTY, ...parts });
  return (outputOf(source) - outputOf(JSON.stringify(EMPTY))) / source.length;
}

function outputOf(source: string): number {
  return [...emitTree(source, "bomb.json").values()].reduce((sum, { length }) => sum + length, 0);
}
