import { expect, test } from "vitest";
import { FormFile } from "./form-file.ts";
import { parseMultipart } from "./parse-multipart.ts";

const UTF8 = new TextEncoder();

/** Lines of a body, each ended as RFC 2046 has it; the boundary is `b`. */
function parse(...lines: readonly string[]): Record<string, unknown> | undefined {
  const values = parseMultipart(UTF8.encode(lines.join("\r\n")), "b");
  return values && Object.fromEntries(values);
}

const field = (name: string): string => `Content-Disposition: form-data; name="${name}"`;

test("fields are text, in order, all values of a name", () => {
  const body = ["--b", field("a"), "", "1", "--b", field("n"), "", "é\r\nline", "--b", field("a"), "", "", "--b--", ""];
  expect(parse(...body)).toEqual({ a: ["1", ""], n: ["é\r\nline"] });
});

test("what has a filename is a file, with its type where it says one", () => {
  const disposition = `${field("f")}; filename="x.bin"`;
  const typed = ["--b", disposition, "content-TYPE:  image/png ", "", "\u0000é", "--b--"];
  const bytes = UTF8.encode("\u0000é");
  expect(parse(...typed)).toEqual({ f: [new FormFile({ filename: "x.bin", contentType: "image/png", bytes })] });
  expect(parse("--b", disposition, "", "", "--b--")).toEqual({
    f: [new FormFile({ filename: "x.bin", contentType: "", bytes: new Uint8Array() })],
  });
});

test("names of headers have any case, and blanks before the colon", () => {
  expect(parse("--b", 'CONTENT-DISPOSITION : form-data; name="a"', "", "1", "--b--")).toEqual({ a: ["1"] });
});

test("a part without a name, a disposition or a colon is left out", () => {
  const rest = ["--b", field("a"), "", "1", "--b--"];
  for (const header of ["Content-Disposition: form-data", "X-Other: 1", 'content-disposition; name="z"']) {
    expect(parse("--b", header, "", "lost", ...rest)).toEqual({ a: ["1"] });
  }
});

test("a form without parts is empty", () => {
  expect(parse("--b--")).toEqual({});
});

test.each([
  ["another boundary", ["--c", field("a"), "", "1", "--c--"]],
  ["something before the first boundary", ["x--b", field("a"), "", "1", "--b--"]],
  ["something after a boundary", ["--bx", field("a"), "", "1", "--b--"]],
  ["a line that ends otherwise", [`--b\n${field("a")}`, "", "1", "--b--"]],
  ["no end of the headers", ["--b", field("a"), "--b--"]],
  ["no end of the part", ["--b", field("a"), "", "1"]],
  ["no end of the last part", ["--b", field("a"), "", "1", "--b", field("c"), "", "2"]],
  ["nothing", []],
])("%s is no form", (_, lines) => {
  expect(parse(...lines)).toBeUndefined();
});
