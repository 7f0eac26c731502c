import { createModel, ledgerOf, type NameLedger } from "@svc/model";
import { documentOf } from "@svc/model/test-support/small-document";
import { expect, test } from "vitest";
import { writeLedger } from "./emit/spec.ts";

const DOCUMENT = documentOf({
  paths: {
    "/jobs": { get: { operationId: "listJobs", responses: { 204: { description: "Fine" } } } },
    "/jobs/{job_id}": {
      get: {
        parameters: [{ name: "job_id", in: "path", required: true, schema: { type: "string" } }],
        responses: { 204: { description: "Fine" } },
      },
    },
  },
  schemas: { Job: { type: "object" }, Jobs: { type: "array" }, Foo_Bar: {}, FooBar: {} },
});

const read = (names?: NameLedger) => createModel(DOCUMENT, names === undefined ? {} : { names });

test("a ledger has the routes of derived ids, and the builders of every schema", () => {
  expect(ledgerOf(read())).toMatchObject({
    operations: { jobs_get: "jobs.get", listJobs: "jobs.list" },
    routes: { "GET /jobs/{job_id}": "jobs_get" },
    builders: { Job: "job", Jobs: "jobs" },
    listBuilders: { FooBar: "fooBars" },
  });
  expect(ledgerOf(read()).listBuilders).not.toHaveProperty("Job");
});

test("the ledger of a model that was made with its ledger is the same to the letter", () => {
  const first = writeLedger(read());
  expect(writeLedger(read(JSON.parse(first) as NameLedger))).toBe(first);
});

test("a ledger of before there were routes and builders is completed, and changes no name", () => {
  const { operations, schemas, ...rest } = ledgerOf(read());
  expect(ledgerOf(read({ operations, schemas }))).toEqual({ operations, schemas, ...rest });
});
