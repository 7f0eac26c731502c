import { DocumentError, formatFinding } from "@svc/model";
import { documentOf } from "@svc/model/test-support/small-document";
import { expect, test } from "vitest";
import { emitTree } from "./generate-tree.ts";

/** A document of emails and jobs, whose fields and operations have these names. */
function document({ html = "html", state = "state", stop = "job_stop", states = ["open", "done"] } = {}): string {
  const done = (name: string) => ({
    200: {
      description: "Done.",
      content: { "application/json": { schema: { $ref: `#/components/schemas/${name}` } } },
    },
  });
  const id = { name: "id", in: "path", required: true, schema: { type: "string" } };
  const job = { properties: { id: { type: "string" }, [state]: { enum: states } }, required: ["id", state] };
  return JSON.stringify(
    documentOf({
      paths: {
        "/emails/{id}": { get: { operationId: "email_get", parameters: [id], responses: done("Email") } },
        "/jobs": {
          get: { operationId: "job_list", responses: done("Jobs") },
          post: { operationId: "job_start", responses: done("Job") },
        },
        "/jobs/{id}": {
          get: { operationId: "job_get", parameters: [id], responses: done("Job") },
          delete: { operationId: stop, parameters: [id], responses: { 204: { description: "Gone." } } },
        },
      },
      schemas: {
        Base: { type: "object", properties: { subject: { type: "string" } } },
        Email: {
          allOf: [
            { $ref: "#/components/schemas/Base" },
            { type: "object", properties: { [html]: { type: ["string", "null"] } } },
          ],
        },
        Jobs: { type: "array", items: { $ref: "#/components/schemas/Job" } },
        Job: { type: "object", additionalProperties: false, ...job },
      },
    }),
    null,
    2,
  );
}

const OVERLAY = `overlay: 1.0.0
info: { title: Declarations, version: "1" }
actions:
  - target: $.components.schemas.Mail
    update: { x-svc-traits: { lost: { subject: Never } } }
  - target: $.components.schemas.Job
    update:
      x-svc-traits:
        done: { state: done }
  - target: $.components.schemas.Email
    update: { x-svc-traits: { html: { html: <p>Code</p>, subject: Code } } }
  - target: $.paths['/jobs']
    update:
      x-svc-resource:
        kind: collection
        state: state
  - target: $.paths['/jobs/{id}'].get
    update:
      x-svc-waiter: { name: untilDone, pointer: /state, success: [done] }
  - target: $.paths['/jobs'].post
    update:
      x-svc-lifecycle: { end: job_stop, id: /id }
`;

function refusals(text: string, openEnums = false): string[] {
  try {
    emitTree(text, "new.json", { overlays: [{ text: OVERLAY, file: "own.overlay.yaml" }], openEnums });
    return [];
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    return error.findings.map(formatFinding);
  }
}

test("declarations that fit are followed", () => {
  expect(refusals(document())).toEqual([]);
});

test("what no longer fits is refused with the overlay that says it, and its line", () => {
  expect(refusals(document({ state: "status" }))).toEqual([
    expect.stringMatching(
      /^own\.overlay\.yaml:9#\/actions\/1\/update\/x-svc-traits\/done: .*"state".*correct the trait$/,
    ),
    expect.stringMatching(
      /^own\.overlay\.yaml:16#\/actions\/3\/update\/x-svc-resource\/state: there is no field "state"/,
    ),
    expect.stringMatching(/^own\.overlay\.yaml:19#\/actions\/4\/update\/x-svc-waiter: has the pointer "\/state"/),
  ]);
  expect(refusals(document({ html: "html_body" }))).toEqual([
    expect.stringMatching(/^own\.overlay\.yaml:11#\/actions\/2\/update\/x-svc-traits\/html: unknown property "html"/),
  ]);
  expect(refusals(document({ stop: "job_cancel" }))).toEqual([
    expect.stringMatching(
      /^own\.overlay\.yaml:22#\/actions\/5\/update\/x-svc-lifecycle: ends with the operation "job_stop"/,
    ),
  ]);
});

test.each([false, true])("a state that is gone is refused, and enums may be open: %s", (openEnums) => {
  const found = refusals(document({ states: ["open", "finished"] }), openEnums);
  expect(found.at(-1)).toMatch(/^own\.overlay\.yaml:19#.* has the state "done", which the response does not list/);
});

test("a declaration of the document itself is refused at its own line", () => {
  const text = document().replace('"Job": {', '"Job": {\n"x-svc-traits": { "late": { "state": 7 } },');
  const line = text.slice(0, text.indexOf('"late"')).split("\n").length;
  expect(refusals(text)).toEqual([
    expect.stringContaining(`new.json:${line}#/components/schemas/Job/x-svc-traits/late: `),
  ]);
});
