import { readFileSync } from "node:fs";
import { request as httpRequest } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Interception } from "../src/index.ts";
import { createFakeSvc, type FakeServer } from "./support/service.ts";

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

interface RecordedAnswer {
  readonly id: string;
  readonly request: {
    readonly method: string;
    readonly target: string;
    readonly headers: readonly (readonly [string, string])[];
    readonly body?: string;
  };
  readonly response: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body_kind: "json" | "text" | "empty" | "omitted";
    readonly body: unknown;
    readonly unordered?: readonly string[];
  };
  readonly parsed: { readonly operation_id: string } & Readonly<Record<string, unknown>>;
  readonly plain_client: boolean;
  readonly differs_in: readonly string[];
}

const NAMES = ["content-type", "www-authenticate", "allow", "location"];
const ORIGIN = "http://127.0.0.1:8000";

function read(name: string): unknown {
  return JSON.parse(
    readFileSync(new URL(`../../../engines/fastapi-validation/fixtures/conformance/${name}`, import.meta.url), "utf8"),
  );
}

const { records } = read("fastapi-a.json") as { records: readonly RecordedAnswer[] };
const safe = records.filter((record) => record.plain_client && record.differs_in.length === 0);

/** The recorded application: what it decides itself, not FastAPI. */
const fake = createFakeSvc({
  document: read("fastapi-openapi.json"),
  baseUrl: ORIGIN,
  tokens: ["good-token"],
  rateLimit: false,
});
for (const { id } of fake.model.operations) {
  fake.on(id as "persona_emails_list", () => recordedAnswer());
}
fake.on("persona_emails_list", ({ path }) => {
  if (path.persona_id === "p-missing") return Response.json({ detail: "Persona not found" }, { status: 404 });
  if (path.persona_id === "p-boom" || path.persona_id === "p-badresponse") {
    return new Response("Internal Server Error", {
      status: 500,
      headers: { "content-type": "text/plain; charset=utf-8" },
    });
  }
  if (path.persona_id !== "p-limited") return recordedAnswer();
  return Response.json({ detail: { code: "rate_limited", retry: 30 } }, { status: 429 });
});
fake.on("session_cookies_get" as "sessions_cookies_get", ({ path }) => {
  if (path.session_id !== "s-missing") return recordedAnswer();
  return Response.json({ detail: "Session not found" }, { status: 404 });
});

/** The handler's own answer is not what is compared: any JSON will do. */
function recordedAnswer(): Response {
  return Response.json({});
}

function expected({ response }: RecordedAnswer): Partial<Answer> {
  const headers = Object.fromEntries(Object.entries(response.headers).filter(([name]) => NAMES.includes(name)));
  const { status, body_kind } = response;
  if (body_kind === "omitted" || status < 300) return { status, headers };
  return { status, headers, body: body_kind === "json" ? JSON.stringify(response.body) : String(response.body ?? "") };
}

async function overFetch({ request }: RecordedAnswer): Promise<Answer> {
  const { method, target, headers, body } = request;
  const response = await fake.fetch(ORIGIN + target, {
    method,
    headers: headers.map(([name, value]) => [name, value] as [string, string]),
    redirect: "manual",
    ...(body !== undefined && { body }),
  });
  return { status: response.status, headers: visible(response.headers), body: await response.text() };
}

function visible(headers: Headers): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => NAMES.includes(name)));
}

async function overHttp({ request }: RecordedAnswer, server: FakeServer): Promise<Answer> {
  const headers = request.headers.flat();
  return new Promise((resolve, reject) => {
    const sent = httpRequest(
      {
        host: "127.0.0.1",
        port: server.port,
        method: request.method,
        path: request.target,
        headers: ["host", "127.0.0.1:8000", ...headers],
        agent: false,
      },
      (message) => {
        const chunks: Buffer[] = [];
        message.on("data", (chunk: Buffer) => chunks.push(chunk));
        message.on("end", () => {
          const answered = Object.entries(message.headers).filter(([name]) => NAMES.includes(name));
          resolve({
            status: message.statusCode ?? 0,
            headers: Object.fromEntries(answered) as Record<string, string>,
            body: Buffer.concat(chunks).toString("utf8"),
          });
        });
      },
    );
    sent.on("error", reject);
    sent.end(request.body);
  });
}

describe("records of a real service, over fetch", () => {
  test.each(safe.map((record) => [record.id, record] as const))("%s is answered as recorded", async (_, record) => {
    const { body, ...rest } = expected(record);
    expect(await overFetch(record)).toMatchObject(body === undefined ? rest : { ...rest, body });
  });
});

describe("records of a real service, over HTTP", () => {
  let server: FakeServer;
  beforeAll(async () => {
    server = await fake.listen({ port: 0 });
  });
  afterAll(() => server.close());

  test.each(safe.map((record) => [record.id, record] as const))("%s is answered as recorded", async (_, record) => {
    const { body, ...rest } = expected(record);
    expect(await overHttp(record, server)).toMatchObject(body === undefined ? rest : { ...rest, body });
  });
});

describe("records of a real service, over nock", () => {
  // A request that no operation matches is rejected there: it would go to the network else.
  const answered = safe.filter(
    ({ response, request }) => response.status !== 404 && response.status !== 405 && request.body === undefined,
  );
  const matched = answered.filter(({ request }) => !/^\/(?:docs|redoc|openapi\.json)/.test(request.target));
  let off: Interception;
  beforeAll(() => {
    off = fake.intercept();
  });
  afterAll(() => off());

  test.each(matched.map((record) => [record.id, record] as const))("%s is answered as recorded", async (_, record) => {
    const { method, target, headers } = record.request;
    const response = await fetch(ORIGIN + target, {
      method,
      headers: headers.map(([name, value]) => [name, value] as [string, string]),
      redirect: "manual",
    });
    const { body, ...rest } = expected(record);
    const answer = { status: response.status, headers: visible(response.headers), body: await response.text() };
    expect(answer).toMatchObject(body === undefined ? rest : { ...rest, body });
  });
});
