import { expect, test } from "vitest";
import { rewriteOutput } from "./rewrite-output.ts";

const CODE = "console.log(name);\n// Ada\nconsole.log(size, ok); // 3 true\nconsole.log(fixed); // end\n";

test("made-up values and sizes are written anew", () => {
  expect(rewriteOutput(CODE, "Bob\n4 true\nend")).toBe(CODE.replace("// Ada", "// Bob").replace("3 true", "4 true"));
});

test("a value that says something else is not", () => {
  expect(rewriteOutput(CODE, "Ada\n3 false\nend")).toBeUndefined();
  expect(rewriteOutput("console.log(status); // 200\n", "404")).toBeUndefined();
  expect(rewriteOutput("console.log(error.name); // TimeoutError\n", "ConnectionError")).toBeUndefined();
});

test("lines that have come or gone are no other values", () => {
  expect(rewriteOutput(CODE, "Bob\nmore\n4 true\nend")).toBeUndefined();
  expect(rewriteOutput(CODE, "end")).toBeUndefined();
});
