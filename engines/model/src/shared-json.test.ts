import { createModel } from "@svc/model";
import fc from "fast-check";
import { expect, test } from "vitest";
import { FOREIGN_DOCUMENTS } from "../test/support/documents.ts";
import { readSharedJson, toSharedJson } from "./shared-json.ts";

const LONG = "a text that is long enough for a reference to be worth it";

test("what is written is read again, in the same order of keys", () => {
  const shared = fc.constantFrom<unknown>({ [LONG]: [1] }, [LONG, { $: LONG }], { ["__proto__"]: [LONG, LONG] });
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 5 },
      fc.jsonValue(),
      shared,
      fc.array(tie("value")),
      fc.dictionary(fc.constantFrom("a", "$", "$$", "__proto__", "1"), tie("value"), { noNullPrototype: true }),
    ),
  }));
  fc.assert(
    fc.property(value, (made) => {
      expect(JSON.stringify(readSharedJson(toSharedJson(made)))).toBe(JSON.stringify(made));
    }),
  );
});

test("equal parts are written once and read as one object", () => {
  const value = { a: { text: LONG }, b: [{ text: LONG }], $: { text: LONG } };
  const { mark, text } = toSharedJson(value);
  expect(mark).toBe("$$");
  expect(text.split(LONG)).toHaveLength(2);
  const read = readSharedJson({ mark, text }) as { a: object; b: object[] };
  expect(read).toEqual(value);
  expect(read.b[0]).toBe(read.a);
});

test("the model of a large document becomes less than half", () => {
  const github = FOREIGN_DOCUMENTS.find(({ name }) => name === "github");
  const model = createModel(JSON.parse(github?.read() ?? ""));
  const { mark, text } = toSharedJson(model);
  expect(text.length).toBeLessThan(JSON.stringify(model).length / 2);
  expect(readSharedJson({ mark, text })).toEqual(model);
});
