import { modelOf } from "@svc/model/test-support/small-document";
import { expect, test } from "vitest";
import { createFake } from "../src/fake/create-fake.ts";
import type { SetUp } from "../src/fake/options.ts";
import type { CollectionHandle, ItemHandle, OperationShape, StateHandle } from "../src/index.ts";

interface Job {
  readonly id: string;
  readonly status: string;
}

interface Handles {
  readonly jobs: CollectionHandle<Job> & ((id: string) => ItemHandle<Job> & StateHandle<Job, string>);
}

const ID = { name: "job_id", in: "path", required: true, schema: { type: "string" } };
const JOB = {
  type: "object",
  required: ["id", "status"],
  properties: {
    id: { type: "string", readOnly: true },
    status: { type: "string", enum: ["pending", "active", "done", "failed"], readOnly: true },
  },
};
const content = { "application/json": { schema: { $ref: "#/components/schemas/Job" } } };
const good = { description: "good", content };

const model = modelOf({
  paths: {
    "/jobs": {
      "x-svc-resource": {
        state: "status",
        transitions: [
          { from: "pending", to: "active", afterSeconds: 20 },
          { from: "active", to: "done", afterSeconds: 60 },
        ],
      },
      get: {
        operationId: "job_list",
        responses: {
          200: { description: "", content: { "application/json": { schema: { type: "array", items: JOB } } } },
        },
      },
      post: {
        operationId: "job_start",
        "x-svc-lifecycle": { end: "job_stop", id: "/id" },
        responses: { 201: good },
      },
    },
    "/jobs/{job_id}": {
      get: { operationId: "job_get", parameters: [ID], responses: { 200: good, 404: { description: "none" } } },
      delete: {
        operationId: "job_stop",
        parameters: [ID],
        responses: { 204: { description: "" }, 404: { description: "none" } },
      },
    },
  },
  schemas: { Job: JOB },
});

function open(options: SetUp = {}) {
  const fake = createFake<Record<string, OperationShape>, Handles>(model, options);
  const call = async (method: string, path: string): Promise<Job> => {
    const response = await fake.fetch(fake.baseUrl + path, { method });
    const text = await response.text();
    return JSON.parse(text === "" ? "null" : text);
  };
  return { fake, call };
}

test("items go through the declared states on the clock of the fake", async () => {
  const { fake, call } = open();
  const { id, status } = await call("POST", "/jobs");
  expect(status).toBe("pending");
  const state = async (): Promise<string> => (await call("GET", `/jobs/${id}`)).status;
  await fake.clock.advance(19_999);
  expect(await state()).toBe("pending");
  await fake.clock.advance(1);
  expect(await state()).toBe("active");
  await fake.clock.advance(60_000);
  expect(fake.jobs(id).get()?.status).toBe("done");
});

test("states that were passed between two looks are passed in time", async () => {
  const { fake, call } = open();
  const { id } = await call("POST", "/jobs");
  await fake.clock.advance(200_000);
  expect((await call("GET", `/jobs/${id}`)).status).toBe("done");
  const listed = (await call("GET", "/jobs")) as unknown as Job[];
  expect(listed.map(({ status }) => status)).toEqual(["done"]);
});

test("a test can jump to a state, hold one, and let it go on", async () => {
  const { fake, call } = open();
  const { id } = await call("POST", "/jobs");
  const job = fake.jobs(id);
  job.hold();
  await fake.clock.advance(500_000);
  expect(job.get()?.status).toBe("pending");
  job.release();
  await fake.clock.advance(19_999);
  expect(job.get()?.status).toBe("pending");
  await fake.clock.advance(1);
  expect(job.get()?.status).toBe("active");
  expect(job.becomes("failed").status).toBe("failed");
  await fake.clock.advance(500_000);
  expect((await call("GET", `/jobs/${id}`)).status).toBe("failed");
  expect(() => job.becomes("lost")).toThrow("/status: ");
  expect(() => fake.jobs("none").becomes("failed")).toThrow('there is no item "none"');
});

test("what requests began and none has ended is told", async () => {
  const { fake, call } = open();
  const first = await call("POST", "/jobs");
  const second = await call("POST", "/jobs");
  await call("DELETE", `/jobs/${first.id}`);
  expect(() => fake.assertNothingLeftOpen()).toThrow(
    `1 left open:\njob_start started ${JSON.stringify(second.id)}, which job_stop did not end`,
  );
  await call("DELETE", `/jobs/${second.id}`);
  fake.assertNothingLeftOpen();
  await call("POST", "/jobs");
  fake.reset();
  fake.assertNothingLeftOpen();
});
