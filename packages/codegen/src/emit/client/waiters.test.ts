import { createModel } from "@svc/model";
import { expect, test } from "vitest";
import { PUBLISHED } from "../../generate.ts";
import { md, ts } from "../../quote/index.ts";
import { DEFAULT_NAME } from "../sdk-name.ts";
import type { Target } from "../target.ts";
import { emitClientExtras } from "./client-extras.ts";
import { emitClientInterface } from "./client-interface.ts";
import { toRows } from "./client-table.ts";

const TARGET: Target = {
  banner: ts`// banner`,
  markdownBanner: md``,
  types: "../types.ts",
  runtimes: { ...PUBLISHED, client: "../runtime.ts", clientSources: "../" },
  sdk: DEFAULT_NAME,
};

const text = { type: "string" };
const project = { name: "project_id", in: "path", required: true, schema: text };
const job = { name: "job_id", in: "path", required: true, schema: text };
const content = { "application/json": { schema: { $ref: "#/components/schemas/Job" } } };
const responses = { 200: { description: "good", content } };

function modelOf(declared: { readonly waiter?: unknown; readonly lifecycle?: unknown }) {
  const { waiter, lifecycle } = declared;
  return createModel({
    openapi: "3.1.0",
    info: { title: "t", version: "1" },
    paths: {
      "/projects/{project_id}/jobs": {
        post: {
          operationId: "start",
          parameters: [project],
          responses,
          ...(lifecycle ? { "x-svc-lifecycle": lifecycle } : {}),
        },
      },
      "/jobs/{job_id}/of/{project_id}": {
        get: {
          operationId: "read",
          parameters: [job, project],
          responses,
          ...(waiter ? { "x-svc-waiter": waiter } : {}),
        },
        delete: { operationId: "stop", parameters: [job, project], responses: { 204: { description: "gone" } } },
      },
    },
    components: { schemas: { Job: { type: "object", properties: { id: text, a: { type: "object" } } } } },
  });
}

test("a waiter is a method beside its operation, whose result has the state", () => {
  const model = modelOf({
    waiter: [
      { name: "untilUp", pointer: "/a/state", success: ["up", 1], failure: [null], timeoutMs: 5000 },
      { name: "untilGone", successStatus: [404] },
    ],
  });
  const source = emitClientInterface(model, TARGET);
  expect(source).toContain(
    'untilUp(jobId: string, projectId: string, options?: WaiterOptions<t.Job>): Promise<(t.Job) & { a: { state: "up" | 1 } }>;',
  );
  expect(source).toContain(
    "untilGone(jobId: string, projectId: string, options?: WaiterOptions<t.Job>): Promise<undefined>;",
  );
  expect(toRows(model)[1]?.["waiters"]).toEqual([
    { name: "untilUp", pointer: ["a", "state"], success: ["up", 1], failure: [null], timeoutMs: 5000 },
    { name: "untilGone", successStatus: [404] },
  ]);
  expect(emitClientExtras(model, TARGET)).toContain("additions: [withWaiters],");
});

test("what an operation begins is disposable, and is ended by the arguments that it was begun with", () => {
  const model = modelOf({ lifecycle: { end: "stop", id: "/id" } });
  const source = emitClientInterface(model, TARGET);
  expect(source).toContain("): SvcPromise<(t.Job) & AsyncDisposable>;");
  expect(source).toContain("close(options?: CloseOptions): Promise<void>;");
  expect(toRows(model)[0]?.["lifecycle"]).toMatchObject({ id: ["id"], args: [null, 0] });
  expect(emitClientExtras(model, TARGET)).toContain("additions: [withLifecycles],");
});

test("a document without declarations has nothing of either", () => {
  const model = modelOf({});
  const source = emitClientInterface(model, TARGET) + emitClientExtras(model, TARGET);
  for (const name of ["Waiter", "Lifecycle", "close(", "Disposable"]) expect(source).not.toContain(name);
});
