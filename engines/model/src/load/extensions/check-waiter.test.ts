import { expect, test } from "vitest";
import { documentOf } from "../../../test/support/small-document.ts";
import { findStaleWaits } from "../../build/check-waits.ts";
import { createModel } from "../../create-model.ts";
import { DocumentError } from "../finding.ts";

const JOB = {
  type: "object",
  required: ["id", "state"],
  properties: { id: { type: "string" }, state: { enum: ["pending", "active", "failed"] }, open: { type: "string" } },
};
const ID = { name: "id", in: "path", required: true, schema: { type: "string" } };
const RESPONSES = { 200: { description: "", content: { "application/json": { schema: JOB } } } };

function modelOf(waiter: unknown, lifecycle?: unknown) {
  const document = documentOf({
    paths: {
      "/jobs": {
        post: {
          operationId: "job_start",
          responses: RESPONSES,
          ...(lifecycle !== undefined && { "x-svc-lifecycle": lifecycle }),
        },
      },
      "/jobs/{id}": {
        get: {
          operationId: "job_get",
          parameters: [ID],
          responses: RESPONSES,
          ...(waiter !== undefined && { "x-svc-waiter": waiter }),
        },
        delete: { operationId: "job_stop", parameters: [ID], responses: { 204: { description: "" } } },
      },
    },
  });
  return createModel(document);
}

function findings(waiter: unknown, lifecycle?: unknown): string[] {
  const place = (pointer: string): string => pointer.replace(/^\/paths\/~1jobs(~1\{id\})?/, "");
  try {
    return findStaleWaits(modelOf(waiter, lifecycle)).map(
      ({ pointer, message }) => `stale: ${place(pointer)} ${message}`,
    );
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    return error.findings.map(({ pointer, message }) => `${place(pointer)} ${message}`);
  }
}

const WAITER = { name: "untilActive", pointer: "/state", success: ["active"] };

test("declarations that say what they may say are part of the model", () => {
  const waiters = [
    { ...WAITER, failure: ["failed"], intervalMs: 2000 },
    { name: "untilGone", successStatus: [404] },
  ];
  const lifecycle = { end: "job_stop", id: "/id", ended: [404] };
  const [start, get] = modelOf(waiters, lifecycle).operations;
  expect(get?.waiters).toEqual(waiters);
  expect(start?.lifecycle).toEqual(lifecycle);
  expect(modelOf(WAITER).operations[1]?.waiters).toEqual([WAITER]);
});

test.each([
  ["text", '/get/x-svc-waiter is "text"; write an object'],
  [{ ...WAITER, name: undefined }, "/get/x-svc-waiter/name "],
  [{ ...WAITER, name: "then what" }, '/get/x-svc-waiter/name is "then what"'],
  [{ ...WAITER, states: [] }, "/get/x-svc-waiter/states is not known here"],
  [{ ...WAITER, success: "active" }, '/get/x-svc-waiter/success is "active"; write a list'],
  [{ ...WAITER, intervalMs: 0 }, "/get/x-svc-waiter/intervalMs "],
  [{ name: "untilActive" }, "/get/x-svc-waiter waits for nothing"],
  [{ name: "untilActive", success: ["active"] }, '/get/x-svc-waiter has states and no "pointer"'],
  [{ ...WAITER, failure: ["active"] }, "/get/x-svc-waiter has a state that is both"],
  [[WAITER, WAITER], '/get/x-svc-waiter/1/name is "untilActive" once more'],
  [{ ...WAITER, name: "delete" }, '/get/x-svc-waiter is called "jobs.delete" as the operation "job_stop" is'],
  [{ ...WAITER, pointer: "/status" }, 'stale: /get/x-svc-waiter has the pointer "/status", which leads to nothing'],
  [
    { ...WAITER, success: ["actve"] },
    'stale: /get/x-svc-waiter has the state "actve", which the response does not list; there are "pending"',
  ],
])("%j is refused with its place", (waiter, message) => {
  const found = findings(waiter);
  expect(found).toHaveLength(1);
  expect(found[0]?.slice(0, message.length)).toBe(message);
});

test.each([
  [{ end: "job_stop" }, '/post/x-svc-lifecycle has no "id"'],
  [
    { end: "job_end", id: "/id" },
    '/post/x-svc-lifecycle ends with the operation "job_end", which the document does not have',
  ],
  [
    { end: "job_stop", id: "/nr" },
    'stale: /post/x-svc-lifecycle has the pointer "/nr", which leads to nothing in the response; correct it',
  ],
  [
    { end: "job_start", id: "/id" },
    '/post/x-svc-lifecycle ends with the operation "job_start", which does not take the id',
  ],
])("%j is refused with its place", (lifecycle, message) => {
  expect(findings(undefined, lifecycle)[0]).toContain(message);
});

test("a state whose values the document does not list may be any", () => {
  expect(findings({ ...WAITER, pointer: "/open", success: ["anything"] })).toEqual([]);
});
