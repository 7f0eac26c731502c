import { readFileSync } from "node:fs";
import { createModel } from "@svc/model";
import { describe, expect, test } from "vitest";
import { allSteps, type Validated } from "../test/support/validate-document.ts";
import { createRequestValidator } from "./create-request-validator.ts";
import { type HttpResponse, jsonResponse, validationErrorResponse } from "./http.ts";

interface RecordedAnswer {
  readonly id: string;
  readonly group: string;
  readonly request: { readonly method: string; readonly target: string; readonly headers: [string, string][] };
  readonly response: {
    readonly status: number;
    readonly headers: { readonly [name: string]: string };
    readonly content_length: number | null;
    readonly body_kind: string;
    readonly body: unknown;
    readonly unordered?: readonly string[];
  };
  readonly parsed: { readonly [name: string]: unknown } | null;
  readonly plain_client: boolean;
  readonly differs_in: readonly string[];
}

function read(name: string): unknown {
  return JSON.parse(readFileSync(new URL(`../fixtures/conformance/${name}`, import.meta.url), "utf8"));
}

const { records } = read("fastapi-a.json") as { records: readonly RecordedAnswer[] };
const safe = records.filter((record) => record.plain_client && record.differs_in.length === 0);
const model = createModel(read("fastapi-openapi.json"));

/** The recorded application's own check, which is not FastAPI's. */
function checkCredential(credential: string): HttpResponse | undefined {
  if (credential === "good-token") return undefined;
  return jsonResponse(401, { detail: "Invalid authentication credentials" }, [["www-authenticate", "Bearer"]]);
}

const validate = allSteps(createRequestValidator(model, { checkCredential }));

function validateRecord(record: RecordedAnswer): Validated {
  return validate({ ...record.request, origin: "http://127.0.0.1:8000" });
}

const NAMES = ["content-type", "www-authenticate", "allow", "location"];

function visible(response: HttpResponse): unknown {
  const headers = Object.fromEntries(response.headers.filter(([name]) => NAMES.includes(name)));
  const length = response.headers.find(([name]) => name === "content-length")?.[1];
  return { status: response.status, headers, length: Number(length), body: response.body ?? "" };
}

function expected({ response }: RecordedAnswer): unknown {
  const headers = Object.fromEntries(Object.entries(response.headers).filter(([name]) => NAMES.includes(name)));
  const body = response.body_kind === "json" ? JSON.stringify(response.body) : (response.body ?? "");
  return { status: response.status, headers, length: response.content_length, body };
}

function responseOf(validated: Validated): HttpResponse | undefined {
  if (validated.kind === "invalid") return validationErrorResponse(validated.errors);
  return validated.kind === "response" ? validated.response : undefined;
}

describe("records of a real service", () => {
  const decided = safe.filter(({ parsed, response }) => parsed === null && response.status !== 200);
  test.each(decided.map((record) => [record.id, record] as const))("%s is answered as recorded", (_, record) => {
    const response = responseOf(validateRecord(record));
    // The handler's own refusals come after the validate.
    if (response === undefined) expect(["404", "429", "500"]).toContain(String(record.response.status));
    else expect(visible(response)).toEqual(expected(record));
  });

  const called = safe.filter(({ parsed }) => parsed !== null);
  test.each(called.map((record) => [record.id, record] as const))("%s reaches the handler as recorded", (_, record) => {
    const validated = validateRecord(record);
    if (validated.kind !== "valid") throw new Error(`not called: ${JSON.stringify(responseOf(validated))}`);
    const { operation_id, ...values } = record.parsed ?? {};
    expect(validated.operation.id).toBe(operation_id);
    if (operation_id === "health_check") return;
    const ours = { ...validated.path, ...validated.query, ...validated.headers };
    // The records of some operations leave out their headers.
    expect(comparable(ours)).toMatchObject(comparable(values));
  });

  test("the pages that FastAPI adds are there without a token", () => {
    const pages = safe.filter(({ group, response }) => group === "routing.docs" && response.status === 200);
    expect(pages.length).toBeGreaterThan(2);
    for (const page of pages) {
      const response = responseOf(validateRecord(page));
      expect(response?.status, page.id).toBe(200);
      expect(response?.headers, page.id).toContainEqual(["content-type", page.response.headers["content-type"]]);
    }
  });
});

function comparable(values: { readonly [name: string]: unknown }): Record<string, unknown> {
  return JSON.parse(
    JSON.stringify(values, (key, value: unknown) => {
      if (key === "total_seconds") return undefined;
      return typeof value === "bigint" ? String(value) : value;
    }),
  );
}
