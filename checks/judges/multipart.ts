import { parse } from "yaml";
import { FormFile } from "../../engines/fastapi-validation/src/form/file.ts";
import { openMultipart } from "../../engines/fastapi-validation/src/form/multipart.ts";
import { type Case, type Judge, readSuite } from "./judge.ts";

interface Expected {
  readonly boundary: string;
  readonly expected:
    | { readonly error: number }
    | readonly {
        readonly name: string;
        readonly type: "field" | "file";
        readonly file_name?: string;
        readonly data: Uint8Array | string;
      }[];
}

const suite = readSuite("multipart");

/** The body whole, and byte by byte. */
function judgeBody(path: string): Case[] {
  const { boundary, expected } = parse(String(suite.get(path.replace(".http", ".yaml")))) as Expected;
  const body = suite.get(path) as Buffer;
  return [body.length, 1].map((size) => {
    const form = openMultipart(`multipart/form-data; boundary=${boundary}`);
    for (let at = 0; at < body.length && form.write(body.subarray(at, at + size)); at += size);
    const { values, refusal } = form.read();
    const read = [...values].flatMap(([name, all]) => all.map((value) => [name, ...shown(value)]));
    const due = Array.isArray(expected)
      ? expected.map(({ name, file_name, data }) => [name, file_name ?? null, Buffer.from(data).toString("latin1")])
      : [["refused"]];
    const got = refusal === undefined ? read : [["refused"]];
    return { name: `${path}${size === 1 ? ", byte by byte" : ""}`, got: inOrder(got), due: inOrder(due) };
  });
}

function shown(value: string | FormFile): [string | null, string] {
  if (value instanceof FormFile) return [value.filename, Buffer.from(value.bytes).toString("latin1")];
  return [null, Buffer.from(value).toString("latin1")];
}

/** By name: the form is a map. */
function inOrder(parts: readonly (readonly (string | null)[])[]): unknown[] {
  return [...parts].sort(([a], [b]) => String(a).localeCompare(String(b)));
}

export const multipart: Judge = {
  suite: "python-multipart, tests/test_data/http",
  version: "0.0.20",
  judged: "the fake's reader of forms",
  wanted: [
    [
      /^(?:base64|mixed_plain_and_base64|quoted_printable)_encoding/,
      "Starlette, whose answers are recorded, leaves `Content-Transfer-Encoding` alone",
    ],
    [
      /^single_field_blocks/,
      "the suite is wrong: the boundary beside the body is not the body's, and its own test takes another",
    ],
  ],
  judge: () => [...suite.keys()].filter((path) => path.endsWith(".http")).flatMap(judgeBody),
};
