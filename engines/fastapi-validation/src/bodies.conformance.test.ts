import { readFileSync } from "node:fs";
import { createModel } from "@svc/model";
import { expect, test } from "vitest";
import { allSteps, type Validated } from "../test/support/validate-document.ts";
import { createRequestValidator } from "./create-request-validator.ts";
import { type HttpResponse, validationErrorResponse } from "./http.ts";

interface Exchange {
  readonly request: {
    readonly method: string;
    readonly target: string;
    readonly headers: [string, string][];
    /** One character a byte. */
    readonly body?: string;
  };
  readonly response: {
    readonly status: number;
    readonly headers: Record<string, string>;
    readonly body: string | null;
  };
}

const url = new URL("../fixtures/fastapi-bodies.json", import.meta.url);
const { document, records }: { document: unknown; records: Exchange[] } = JSON.parse(readFileSync(url, "utf8"));
const validate = allSteps(createRequestValidator(createModel(document), { checkCredential: () => undefined }));

function validateRecord({ request }: Exchange): Validated {
  const { body, ...rest } = request;
  const bytes = body === undefined ? undefined : Uint8Array.from(body, (character) => character.charCodeAt(0));
  return validate({ ...rest, origin: "http://testserver", ...(bytes === undefined ? {} : { body: bytes }) });
}

function answerOf(validated: Validated): HttpResponse | undefined {
  if (validated.kind === "invalid") return validationErrorResponse(validated.errors);
  return validated.kind === "response" ? validated.response : undefined;
}

function summary(response: HttpResponse | undefined): Exchange["response"] {
  if (response === undefined) return { status: 200, headers: {}, body: null };
  const headers = Object.fromEntries(response.headers.filter(([name]) => name !== "content-length"));
  return { status: response.status, headers, body: String(response.body ?? "") };
}

test("requests with bodies and typed parameters are answered as a real service answers them", () => {
  expect(records.length).toBeGreaterThan(400);
  for (const record of records) {
    const { method, target, body } = record.request;
    const ours = summary(answerOf(validateRecord(record)));
    expect(ours, `${method} ${target} ${body ?? ""}`).toEqual(record.response);
  }
});
