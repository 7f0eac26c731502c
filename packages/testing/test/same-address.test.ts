import { documentOf } from "@svc/model/test-support/small-document";
import { expect, test } from "vitest";
import { createFakeSvc } from "../src/index.ts";

function answering(operationId: string, kind: string): object {
  const schema = { type: "object", required: ["kind"], properties: { kind: { const: kind } } };
  return { operationId, responses: { 200: { description: "ok", content: { "application/json": { schema } } } } };
}

/** Two operations that no server can tell apart. */
const document = documentOf({
  paths: {
    "/{topic}": { get: answering("getTopic", "topic") },
    "/{snapshot}#2": { get: answering("getSnapshot", "snapshot") },
  },
});

async function ask(fake: ReturnType<typeof createFakeSvc>, init?: object): Promise<unknown> {
  return (await fake.fetch(`${fake.baseUrl}/a`, init)).json();
}

test("of operations of one address, a request is for the one that its caller names", async () => {
  await using fake = createFakeSvc({ document, rateLimit: false });
  expect(await ask(fake, { operation: "getSnapshot" })).toEqual({ kind: "snapshot" });
  expect(await ask(fake, { operation: "getTopic" })).toEqual({ kind: "topic" });
  expect(fake.calls.map(({ operation }) => operation)).toEqual(["getSnapshot", "getTopic"]);
});

test("where no caller names one, it is for the one that a test has a handler for, else for the first", async () => {
  await using fake = createFakeSvc({ document, rateLimit: false });
  expect(await ask(fake)).toEqual({ kind: "topic" });
  const end = fake.on("getSnapshot" as never, (() => ({ kind: "snapshot" })) as never);
  expect(await ask(fake)).toEqual({ kind: "snapshot" });
  end();
  expect(await ask(fake)).toEqual({ kind: "topic" });
});
