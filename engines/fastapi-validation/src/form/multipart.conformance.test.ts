import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createModel } from "@svc/model";
import { expect, test } from "vitest";
import { allSteps } from "../../test/support/validate-document.ts";
import { createRequestValidator } from "../create-request-validator.ts";
import { validationErrorResponse } from "../http.ts";
import { FormFile } from "./file.ts";
import { openMultipart } from "./multipart.ts";

interface Exchange {
  readonly request: {
    readonly target: string;
    readonly headers: [string, string][];
    /** One character a byte. */
    readonly body: string;
    /** A part, and how often it stands before the body. */
    readonly before?: [part: string, count: number];
  };
  readonly response: { readonly status: number; readonly body: string };
}

const url = new URL("../../fixtures/fastapi-multipart.json", import.meta.url);
const { document, records }: { document: unknown; records: Exchange[] } = JSON.parse(readFileSync(url, "utf8"));
const validate = allSteps(createRequestValidator(createModel(document), { checkCredential: () => undefined }));

/** `{{x*3}}` stands for `xxx`. */
function expanded(text: string): string {
  return text.replace(/\{\{(.)\*(\d+)\}\}/g, (_, letter: string, count: string) => letter.repeat(Number(count)));
}

function answerTo({ target, headers, body, before: [part, count] = ["", 0] }: Exchange["request"]): unknown {
  const bytes = Uint8Array.from(part.repeat(count) + expanded(body), (character) => character.charCodeAt(0));
  const given = headers.map(([name, value]): [string, string] => [name, expanded(value)]);
  const request = { method: "POST", target, headers: given, body: bytes, origin: "http://testserver" };
  const validated = validate(request);
  if (validated.kind === "invalid") {
    const { status, body: text } = validationErrorResponse(validated.errors);
    return { status, body: text };
  }
  if (validated.kind === "response") return { status: validated.response.status, body: validated.response.body };
  return { status: 200, body: JSON.parse(JSON.stringify(validated.body ?? {}, shown)) };
}

/** Files as the recorded handlers show them. */
function shown(this: Record<string, unknown>, key: string, value: unknown): unknown {
  const file = this[key];
  if (!(file instanceof FormFile)) return value;
  const text = new TextDecoder("latin1").decode(file.bytes.subarray(0, 40));
  return { filename: file.filename, content_type: file.contentType || null, size: file.bytes.length, text };
}

type Handled = string | { readonly text?: string } | null;

/** A recorded handler shows bytes as an object, whether they came as a file or as text. */
function textOf(value: Handled): unknown {
  return typeof value === "string" ? value : value?.text;
}

test("forms are read and refused as a real service does it", () => {
  expect(records.length).toBeGreaterThan(150);
  for (const { request, response } of records) {
    const name = `${request.target} ${JSON.stringify(request.body)} ${request.headers}`;
    const { status, body } = response;
    const answer = answerTo(request) as { status: number; body: Record<string, unknown> };
    if (status !== 200) expect(answer, name).toEqual({ status, body });
    else {
      expect(answer.status, `${name} ${JSON.stringify(answer)}`).toBe(200);
      const handled = Object.entries<Handled>(JSON.parse(body)).filter(
        ([, value]) => value !== null && `${value}` !== "",
      );
      const values = handled.map(([key, value]) => [key, typeof answer.body[key] === "string" ? textOf(value) : value]);
      expect(answer.body, name).toMatchObject(Object.fromEntries(values));
    }
  }
});

test("a form is the same in whatever pieces it arrives", () => {
  const part = (name: string, text: string): string =>
    `--BB\r\nContent-Disposition: form-data; ${name}\r\n\r\n${text}\r\n`;
  const body = `${part('name="a"; filename="x"', "one\r\n--B\r\n--BBx\r\n-")}${part('name="b"', "")}${part('name="a"', "\r\n\r")}--BB--\r\n`;
  const bytes = new TextEncoder().encode(body);
  const read = (size: number): unknown => {
    const reader = openMultipart("multipart/form-data; boundary=BB");
    for (let at = 0; at < bytes.length; at += size) reader.write(bytes.subarray(at, at + size));
    return [...reader.read().values];
  };
  const whole = read(bytes.length);
  expect(JSON.stringify(whole)).toContain('["a",[{"filename":"x"');
  for (let size = 1; size < 20; size++) expect(read(size)).toEqual(whole);
});

test.each([
  ["10,000 parts", '--B\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n'.repeat(10_000)],
  ["endless headers", `--B\r\n${"X: y\r\n".repeat(2_000_000)}`],
  ["an endless header", `--B\r\nX: ${"y".repeat(8_000_000)}`],
  ["an endless name of a header", `--B\r\n${"y".repeat(8_000_000)}`],
  ["an endless disposition", `--B\r\nContent-Disposition: form-data${';a="'.repeat(1_000_000)}\r\n\r\n`],
  ["an endless field", `--B\r\nContent-Disposition: form-data; name="a"\r\n\r\n${"\r\n--".repeat(2_000_000)}`],
])("%s are refused before they were read", (_, body) => {
  const bytes = new TextEncoder().encode(body);
  const reader = openMultipart("multipart/form-data; boundary=B");
  let at = 0;
  while (at < bytes.length && reader.write(bytes.subarray(at, at + 1000))) at += 1000;
  expect(reader.read().refusal).toMatch(/Invalid multipart data|Too many fields|Part exceeded/);
  expect(at).toBeLessThan(1_100_000);
});

test("a file that looks like delimiters all over takes time by its length", () => {
  const text = "\r\n--BBBBBB".repeat(400_000);
  const head = '--BBBBBBB\r\nContent-Disposition: form-data; name="a"; filename="x"\r\n\r\n';
  const bytes = new TextEncoder().encode(`${head}${text}\r\n--BBBBBBB--\r\n`);
  const reader = openMultipart("multipart/form-data; boundary=BBBBBBB");
  for (let at = 0; at < bytes.length; at += 999) reader.write(bytes.subarray(at, at + 999));
  const [file] = reader.read().values.get("a") ?? [];
  expect((file as FormFile).bytes.length).toBe(text.length);
});

test("a file takes memory by its length, whatever it is made of and in however many pieces it comes", () => {
  const program = `
    const { openMultipart } = await import(${JSON.stringify(new URL("multipart.ts", import.meta.url))});
    const reader = openMultipart("multipart/form-data; boundary=B");
    const write = (text) => reader.write(new TextEncoder().encode(text));
    write('--B\\r\\nContent-Disposition: form-data; name="a"; filename="x"\\r\\n\\r\\n');
    write("\\r\\n--Bx".repeat(500_000));
    for (let count = 0; count < 500_000; count++) write("y");
    write("\\r\\n--B--");
    console.log(reader.read().values.get("a")[0].bytes.length);
  `;
  // Two objects for each piece would take ten times as much.
  const args = ["--max-old-space-size=40", "--conditions=@svc/source", "--input-type=module", "--eval", program];
  expect(execFileSync(process.execPath, args, { encoding: "utf8" })).toBe("3500000\n");
});
