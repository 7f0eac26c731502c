import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { createNormalizer } from "../normalize/create-normalizer.ts";
import { repairDocument } from "../repair/repair-document.ts";
import { checkDocument } from "./check/check-document.ts";
import { DocumentError, type Finding, formatFinding } from "./finding.ts";
import { parseDocument } from "./parse/parse-document.ts";

interface Manifest {
  readonly specs: readonly {
    readonly file: string;
    readonly verdict: "ACCEPT" | "REFUSE";
    readonly vector: string;
    readonly pointers: readonly string[];
  }[];
}

const FIXTURES = new URL("../../fixtures/hostile/", import.meta.url);
const { specs } = JSON.parse(readFileSync(new URL("manifest.json", FIXTURES), "utf8")) as Manifest;

function read(file: string): string {
  return readFileSync(new URL(file, FIXTURES), "utf8");
}

function findingsOf(text: string, file: string): readonly Finding[] {
  try {
    return checkDocument(parseDocument(text, file).document, file);
  } catch (error) {
    if (error instanceof DocumentError) return error.findings;
    throw error;
  }
}

test.each(specs.filter(({ verdict }) => verdict === "ACCEPT"))("$file is accepted: $vector", ({ file }) => {
  const { document, findings } = repairDocument(parseDocument(read(file), file).document, { file });
  expect(findings.map(formatFinding)).toEqual([]);
  // Plain data, without a circle: it comes back from JSON as it was.
  const { schemas } = createNormalizer(document);
  expect(JSON.parse(JSON.stringify(schemas))).toEqual({ ...schemas });
});

test.each(specs.filter(({ verdict }) => verdict === "REFUSE"))(
  "$file is refused where it is unsafe: $vector",
  (spec) => {
    const pointers = findingsOf(read(spec.file), spec.file).map(({ pointer }) => pointer);
    expect(pointers).toEqual(expect.arrayContaining([...spec.pointers]));
  },
);

test.each(specs)("what is said about $file is printable and on one line each", ({ file }) => {
  for (const finding of findingsOf(read(file), file)) {
    expect(formatFinding(finding)).toMatch(/^[^\p{Cc}\p{Cf}\p{Cs}]{1,1500}$/u);
  }
});

/** The value, every object of which counts what is asked of it. */
function counted(value: unknown, counter: { work: number }): unknown {
  if (typeof value !== "object" || value === null) return value;
  const copy = Array.isArray(value) ? [] : {};
  for (const [key, item] of Object.entries(value)) {
    Object.defineProperty(copy, key, {
      value: counted(item, counter),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  const count =
    <A extends readonly unknown[], R>(operation: (...args: A) => R) =>
    (...args: A): R => {
      counter.work++;
      return operation(...args);
    };
  return new Proxy(copy, {
    get: count(Reflect.get),
    ownKeys: count(Reflect.ownKeys),
    getOwnPropertyDescriptor: count(Reflect.getOwnPropertyDescriptor),
  });
}

function workOf(document: unknown): number {
  const counter = { work: 0 };
  const subject = counted(document, counter);
  expect(checkDocument(subject)).toEqual([]);
  createNormalizer(subject);
  return counter.work;
}

function withSchemas(schemas: object): unknown {
  return { openapi: "3.1.0", info: { title: "t", version: "1" }, components: { schemas } };
}

const GROWING: { readonly [name: string]: (size: number) => unknown } = {
  "a chain of allOf": (size) =>
    withSchemas(
      Object.fromEntries(
        Array.from({ length: size }, (_, index) => [
          `S${index}`,
          index === 0
            ? { type: "object" }
            : { allOf: [{ $ref: `#/components/schemas/S${index - 1}` }, { title: "t" }] },
        ]),
      ),
    ),
  "parts that each lead to all of the next step": (size) =>
    withSchemas(
      Object.fromEntries(
        Array.from({ length: 9 }, (_, step) => [
          `S${step}`,
          step === 0
            ? { type: "object" }
            : { allOf: Array.from({ length: size / 8 }, () => ({ $ref: `#/components/schemas/S${step - 1}` })) },
        ]),
      ),
    ),
  "references that double at every step": (size) =>
    withSchemas({
      A: {
        $defs: Object.fromEntries(
          Array.from({ length: size / 4 }, (_, index) => {
            const previous = { $ref: `#/components/schemas/A/$defs/d${index - 1}` };
            return [`d${index}`, index === 0 ? { type: "string" } : { anyOf: [previous, { ...previous }] }];
          }),
        ),
      },
    }),
  "a long list of values": (size) =>
    withSchemas({ E: { type: "string", enum: Array.from({ length: size }, (_, index) => `v${index}`) } }),
  "many paths": (size) => ({
    openapi: "3.0.3",
    info: { title: "t", version: "1" },
    paths: Object.fromEntries(
      Array.from({ length: size }, (_, index) => [
        `/p${index}`,
        { get: { responses: { "200": { description: "ok" } } } },
      ]),
    ),
  }),
};

test.each(Object.entries(GROWING))("work grows linearly with %s", (_, documentOf) => {
  const [small, large] = [workOf(documentOf(200)), workOf(documentOf(800))];
  expect(large / small).toBeLessThan(4.2);
});

test("a chain of ten thousand references costs no call stack", () => {
  const last = 10_000;
  const schemas = Object.fromEntries(
    Array.from({ length: last }, (_, index) => [`S${index}`, { $ref: `#/components/schemas/S${index + 1}` }]),
  );
  expect(checkDocument(withSchemas({ ...schemas, [`S${last}`]: { type: "string" } }))).toEqual([]);
});

test("choices within choices by the thousands are refused where they begin to be too many, and once", () => {
  const chain = (size: number, step: (next: object) => object) =>
    withSchemas({
      ...Object.fromEntries(
        Array.from({ length: size }, (_, index) => [`S${index}`, step({ $ref: `#/components/schemas/S${index + 1}` })]),
      ),
      [`S${size}`]: { type: "string" },
    });
  const steps: ((next: object) => object)[] = [(next) => ({ oneOf: [next] }), (next) => ({ not: next })];
  for (const step of steps) {
    expect(checkDocument(chain(400, step))).toEqual([]);
    const found = checkDocument(chain(3000, step));
    expect(found.map(({ pointer }) => pointer)).toEqual(["/components/schemas/S2599"]);
    expect(found[0]?.message).toContain("more than 400 choices");
  }
  expect(checkDocument(chain(3000, (next) => ({ allOf: [next] })))).toEqual([]);
});
