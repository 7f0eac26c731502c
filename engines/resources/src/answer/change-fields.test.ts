import type { Json } from "@svc/model";
import { describe, expect, test } from "vitest";
import { jsonPatch, mergePatch } from "./change-fields.ts";

// RFC 7396, appendix A.
const MERGES: readonly (readonly [target: Json, patch: Json, result: Json])[] = [
  [{ a: "b" }, { a: "c" }, { a: "c" }],
  [{ a: "b" }, { b: "c" }, { a: "b", b: "c" }],
  [{ a: "b" }, { a: null }, {}],
  [{ a: "b", b: "c" }, { a: null }, { b: "c" }],
  [{ a: ["b"] }, { a: "c" }, { a: "c" }],
  [{ a: { b: "c" } }, { a: { b: "d", c: null } }, { a: { b: "d" } }],
  [{ a: [{ b: "c" }] }, { a: [1] }, { a: [1] }],
  [["a"], { a: "b", c: null }, { a: "b" }],
  [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
  [{ e: null }, { a: 1 }, { e: null, a: 1 }],
];

test.each(MERGES)("%j merged with %j", (target, patch, result) => {
  expect(mergePatch(target, patch)).toEqual(result);
});

// RFC 6902, appendix A; undefined: refused as a whole.
const PATCHES: readonly (readonly [target: Json, patch: Json, result: Json | undefined])[] = [
  [{ foo: "bar" }, [{ op: "add", path: "/baz", value: "qux" }], { foo: "bar", baz: "qux" }],
  [{ foo: ["bar", "baz"] }, [{ op: "add", path: "/foo/1", value: "qux" }], { foo: ["bar", "qux", "baz"] }],
  [{ foo: "bar", baz: 1 }, [{ op: "remove", path: "/baz" }], { foo: "bar" }],
  [{ foo: [1, 2, 3] }, [{ op: "remove", path: "/foo/1" }], { foo: [1, 3] }],
  [{ foo: 1 }, [{ op: "replace", path: "/foo", value: 2 }], { foo: 2 }],
  [{ a: { b: 1 }, c: {} }, [{ op: "move", from: "/a/b", path: "/c/b" }], { a: {}, c: { b: 1 } }],
  [{ a: [1, 2] }, [{ op: "move", from: "/a/0", path: "/a/1" }], { a: [2, 1] }],
  [{ a: 1 }, [{ op: "copy", from: "/a", path: "/b" }], { a: 1, b: 1 }],
  [{ a: { b: [1] } }, [{ op: "test", path: "/a", value: { b: [1] } }], { a: { b: [1] } }],
  [
    { "a/b": 1, "m~n": 2 },
    [
      { op: "remove", path: "/a~1b" },
      { op: "remove", path: "/m~0n" },
    ],
    {},
  ],
  [{ a: [1] }, [{ op: "add", path: "/a/-", value: 2 }], { a: [1, 2] }],
  [{ a: 1 }, [{ op: "test", path: "/a", value: 2 }], undefined],
  [{ a: 1 }, [{ op: "remove", path: "/b" }], undefined],
  [{ a: 1 }, [{ op: "replace", path: "/b", value: 1 }], undefined],
  [{ a: 1 }, [{ op: "add", path: "/b/c", value: 1 }], undefined],
  [{ a: [1] }, [{ op: "add", path: "/a/3", value: 1 }], undefined],
  [{ a: { b: 1 } }, [{ op: "move", from: "/a", path: "/a/b" }], undefined],
  [
    { a: 1 },
    [
      { op: "add", path: "/a", value: 2 },
      { op: "none", path: "/a" },
    ],
    undefined,
  ],
  [{ a: 1 }, { op: "add" }, undefined],
];

describe("a JSON Patch", () => {
  test.each(PATCHES)("of %j by %j", (target, patch, result) => {
    const before = structuredClone(target);
    expect(jsonPatch(target, patch)).toEqual(result);
    expect(target).toEqual(before);
  });

  test("makes no prototype", () => {
    const patched = jsonPatch({}, [{ op: "add", path: "/__proto__", value: { a: 1 } }]);
    expect(Object.keys(patched as object)).toEqual(["__proto__"]);
    expect((patched as { a?: unknown }).a).toBeUndefined();
  });

  test("doubles nothing without end, and makes nothing deeper than what is read", () => {
    const copies = (count: number) =>
      Array.from({ length: count }, (_, at) => ({ op: "copy", from: "", path: at % 2 === 0 ? "/a" : "/b" }));
    expect(jsonPatch({}, copies(10))).toHaveProperty(["b", "a", "b"]);
    expect(jsonPatch({}, copies(60))).toBeUndefined();
    const deep = JSON.parse(`${"[".repeat(500)}${"]".repeat(500)}`);
    const below = `/a${"/0".repeat(499)}/-`;
    const twice = [
      { op: "add", path: "/a", value: deep },
      { op: "add", path: below, value: deep },
    ];
    expect([jsonPatch({}, twice.slice(0, 1)), jsonPatch({}, twice)]).toEqual([{ a: deep }, undefined]);
  });

  test("of more than 1,000 operations is none", () => {
    const steps = Array.from({ length: 1001 }, (_, at) => ({ op: "add", path: `/k${at}`, value: at }));
    expect([jsonPatch({}, steps), Object.keys(jsonPatch({}, steps.slice(1)) as object).length]).toEqual([
      undefined,
      1000,
    ]);
  });
});
