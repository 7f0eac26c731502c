import type { HttpRequest, ValidRequest } from "@svc/fastapi-validation";
import type { Operation } from "@svc/model";
import { modelOf } from "@svc/model/test-support/small-document";
import { expect, test } from "vitest";
import { createLifecycles } from "../fake/lifecycles.ts";
import { createReads } from "../store/remembered-reads.ts";
import { createTokenEndpoint } from "../store/token-endpoint.ts";
import { createFileStore, createUploadAddresses } from "../store/upload-addresses.ts";

/** What is kept of ten thousand, and one. */
const MORE = 10_001;
const times = <Made>(make: (index: number) => Made): Made[] => Array.from({ length: MORE }, (_, index) => make(index));
const request = (target: string, more: Partial<HttpRequest> = {}): HttpRequest => {
  return { method: "GET", target, headers: [], origin: "http://a.test", ...more };
};

test("of ten thousand files and addresses the oldest is gone", () => {
  const files = createFileStore();
  const urls = times(() => files.put("a", { content: new Uint8Array(1), contentType: "a/b", expiresAt: 9 }));
  expect([0, 1, MORE - 1].map((at) => files.serve(request(urls[at] ?? ""), 0)?.status)).toEqual([404, 200, 200]);
  const addresses = createUploadAddresses(() => 0.5);
  const slots = times(() => addresses.put({ expiresAt: 9000 } as never));
  const told = (at: number) => addresses.serve(request(slots[at] ?? "", { method: "HEAD" }), 0)?.status;
  expect([0, 1, MORE - 1].map(told)).toEqual([404, 405, 405]);
});

test("of ten thousand tokens the oldest is refused", () => {
  const tokens = createTokenEndpoint();
  const headers: [string, string][] = [["content-type", "application/x-www-form-urlencoded"]];
  const ask = (form: string) =>
    tokens.respond(request("/token", { method: "POST", headers, body: new TextEncoder().encode(form) }), 0);
  times(() => ask("grant_type=password&username=u&password=p"));
  expect([1, 2, MORE].map((at) => tokens.accepts(`fake-access-token-${at}`, 0))).toEqual([false, true, true]);
  const refresh = (at: number) => ask(`grant_type=refresh_token&refresh_token=fake-refresh-token-${at}`).status;
  expect([1, 2].map(refresh)).toEqual([400, 200]);
});

test("of ten thousand resources that were begun and not ended the oldest is forgotten", () => {
  const model = modelOf({
    paths: {
      "/jobs": {
        post: {
          operationId: "start",
          "x-svc-lifecycle": { end: "stop", id: "/id" },
          responses: {
            201: {
              description: "Begun",
              content: { "application/json": { schema: { type: "object", properties: { id: { type: "string" } } } } },
            },
          },
        },
      },
      "/jobs/{id}": {
        delete: {
          operationId: "stop",
          parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
          responses: { 204: { description: "Ended" } },
        },
      },
    },
  });
  const lifecycles = createLifecycles(model);
  const operation = model.operations.find(({ id }) => id === "start") as Operation;
  const valid = { kind: "valid", operation, path: {} } as unknown as ValidRequest;
  times((index) => lifecycles.see(valid, { status: 201, headers: [], body: `{"id":"j${index}"}` }));
  const left = lifecycles.left();
  expect([left.length, left[0]?.id]).toEqual([MORE - 1, "j1"]);
});

test("of five hundred reads all are made again", () => {
  const reads = createReads<number>();
  let asked = 0;
  const now = { operation: { id: "read" } as Operation, origin: "", isAll: true, stamp: 1 };
  const read = (key: number) => reads.get(String(key), now, () => ++asked);
  for (let key = 0; key <= 500; key++) read(key);
  expect([read(500), read(0), asked]).toEqual([501, 502, 502]);
});
