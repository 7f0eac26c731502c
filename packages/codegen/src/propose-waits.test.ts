import { createModel } from "@svc/model";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { applyOverlay } from "./overlay/apply-overlay.ts";
import { proposeWaits } from "./propose-waits.ts";

const text = { type: "string" };
const ID = { name: "job_id", in: "path", required: true, schema: text };

function documentOf(states: string[], stop = "/jobs/{job_id}/stop") {
  const schema = { type: "object", properties: { id: text, status: { ...text, enum: states } } };
  const good = { description: "", content: { "application/json": { schema } } };
  return {
    openapi: "3.1.0",
    info: { title: "Jobs", version: "1" },
    paths: {
      "/jobs": { post: { operationId: "job_start", responses: { 201: good } } },
      "/jobs/{job_id}": { get: { operationId: "job_get", parameters: [ID], responses: { 200: good } } },
      [stop]: { post: { operationId: "job_stop", parameters: [ID], responses: { 200: good } } },
    },
  };
}

test("states that are waited for, and what ends what was begun, are proposed as an overlay that is good", () => {
  const document = documentOf(["pending", "active", "failed"]);
  const proposal = proposeWaits(createModel(document)) ?? "";
  const { actions } = parse(proposal);
  expect(actions).toEqual([
    {
      target: "$['paths']['/jobs/{job_id}']['get']",
      update: { "x-svc-waiter": { name: "untilActive", pointer: "/status", success: ["active"], failure: ["failed"] } },
    },
    { target: "$['paths']['/jobs']['post']", update: { "x-svc-lifecycle": { end: "job_stop", id: "/id" } } },
  ]);
  const declared = createModel(applyOverlay(document, parse(proposal)).document);
  expect(declared.operations[1]?.waiters?.[0]?.name).toBe("untilActive");
  expect(proposeWaits(declared)).toBeUndefined();
});

test("nothing is proposed where the document shows nothing", () => {
  const document = documentOf(["red", "green"], "/jobs/{job_id}/paint");
  expect(proposeWaits(createModel(document))).toBeUndefined();
});
