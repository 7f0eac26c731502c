import type { Schema, Schemas } from "@svc/model";
import { expect, test } from "vitest";
import { beyondBounds } from "./requests.ts";

const schemas = { Page: { schema: { type: "integer", minimum: 1 } } } as unknown as Schemas;
const page = { $ref: "#/components/schemas/Page" };

test.each<[string, Schema, number[]]>([
  ["both bounds", { type: "integer", minimum: 1, maximum: 100 }, [0, 101]],
  ["one bound", { type: "integer", minimum: 0 }, [-1]],
  ["no bound", { type: "integer" }, []],
  ["bounds that are excluded", { type: "number", exclusiveMinimum: 0, exclusiveMaximum: 1.5 }, [0, 1.5]],
  ["the narrower of two", { type: "number", minimum: 0, exclusiveMinimum: 0, maximum: 5, exclusiveMaximum: 9 }, [0, 6]],
  ["bounds between integers", { type: "integer", minimum: 0.5, maximum: 9.5 }, [0, 10]],
  ["excluded bounds between integers", { type: "integer", exclusiveMinimum: 0.5, exclusiveMaximum: 9.5 }, [0, 10]],
  ["fractions", { type: "number", maximum: 0.5 }, [1.5]],
  ["a value or null", { anyOf: [{ type: "integer", minimum: 1, maximum: 9 }, { type: "null" }] }, [0, 10]],
  ["either of two types", { anyOf: [{ type: "integer", maximum: 9 }, { type: "string" }] }, []],
  ["a reference", { ...page, maximum: 3 }, [0, 4]],
  ["parts", { allOf: [page, { maximum: 7 }] }, [0, 8]],
  ["a nullable type", { type: ["integer", "null"], maximum: 3 }, [4]],
  ["text, which numbers do not bound", { type: "string", maximum: 3 }, []],
  ["a bound to which one cannot be added", { type: "number", maximum: 1e300 }, [1e300 + 1e300 * 2 ** -51]],
  ["a bound beyond which is nothing", { type: "number", maximum: Number.MAX_VALUE }, []],
])("%s", (_what, schema, expected) => {
  expect(beyondBounds(schema, schemas)).toEqual(expected);
});
