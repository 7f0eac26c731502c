import { readFileSync } from "node:fs";
import { createModel } from "@svc/model";
import { expect, test } from "vitest";
import { createFront } from "./create-front.ts";
import { renderValidation } from "./responses.ts";
import type { Admission, PlainResponse } from "./types.ts";

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
const front = createFront(createModel(document), { authenticate: () => undefined });

function admit({ request }: Exchange): Admission {
  const { body, ...rest } = request;
  const bytes = body === undefined ? undefined : Uint8Array.from(body, (character) => character.charCodeAt(0));
  return front.admit({ ...rest, origin: "http://testserver", ...(bytes === undefined ? {} : { body: bytes }) });
}

function answerOf(admission: Admission): PlainResponse | undefined {
  if (admission.kind === "invalid") return renderValidation(admission.errors);
  return admission.kind === "answer" ? admission.response : undefined;
}

function summary(response: PlainResponse | undefined): Exchange["response"] {
  if (response === undefined) return { status: 200, headers: {}, body: null };
  const headers = Object.fromEntries(response.headers.filter(([name]) => name !== "content-length"));
  return { status: response.status, headers, body: String(response.body ?? "") };
}

test("requests with bodies and typed parameters are answered as a real service answers them", () => {
  expect(records.length).toBeGreaterThan(400);
  for (const record of records) {
    const { method, target, body } = record.request;
    const ours = summary(answerOf(admit(record)));
    expect(ours, `${method} ${target} ${body ?? ""}`).toEqual(record.response);
  }
});
