import type { Edited } from "../../test/support/pet-document.ts";
import type { PolicyCase } from "../../test/support/policy-case.ts";

const SOLD = {
  parameters: [{ name: "X-Signature", in: "header", required: true, schema: { type: "string" } }],
  requestBody: {
    required: true,
    content: {
      "application/json": {
        schema: {
          type: "object",
          required: ["petId", "kind"],
          properties: { petId: { type: "integer" }, price: { type: "number" }, kind: { enum: ["sale", "swap"] } },
        },
      },
    },
  },
  responses: { 204: { description: "Taken" }, 410: { description: "No more of these" } },
};

/** With a webhook. */
export function withWebhook(d: Edited): void {
  d.webhooks = { petSold: { post: JSON.parse(JSON.stringify(SOLD)) } };
}

/** With a webhook that is signed by a declared scheme. */
export function withSignature(d: Edited): void {
  withWebhook(d);
  d["x-svc-webhook-signature"] = { header: "X-Signature" };
}

function withCallback(d: Edited): void {
  d.paths["/pets"].post.callbacks = { sold: { "{$request.query.url}": { post: JSON.parse(JSON.stringify(SOLD)) } } };
}

const webhook = (d: Edited): Edited => d.webhooks.petSold.post;
const callback = (d: Edited): Edited => d.paths["/pets"].post.callbacks.sold["{$request.query.url}"].post;
const payload = (request: Edited): Edited => request.requestBody.content["application/json"].schema;
/** The operation that creates a pet. */
export const create = (d: Edited): Edited => d.paths["/pets"].post;
/** The operation that reads a pet. */
export const get = (d: Edited): Edited => d.paths["/pets/{petId}"].get;

/** The rows of the policy that begin with `webhook` and `callback`, for one of the two. */
function eventCases(kind: string, from: (d: Edited) => void, find: (d: Edited) => Edited): PolicyCase[] {
  const row = (title: string) => `${kind}: ${title}`;
  return [
    {
      row: row("payload property added"),
      from,
      edit: (d) => (payload(find(d)).properties.note = { type: "string" }),
      level: "minor",
      back: "major",
    },
    {
      row: row("payload property removed"),
      from,
      edit: (d) => delete payload(find(d)).properties.price,
      level: "major",
      back: "minor",
      labels: ["compile", "fixture"],
    },
    {
      row: row("payload property required → optional"),
      from,
      edit: (d) => payload(find(d)).required.shift(),
      level: "major",
      back: "minor",
    },
    {
      row: row("payload enum value added"),
      from,
      edit: (d) => payload(find(d)).properties.kind.enum.push("gift"),
      level: "major",
      back: "major",
      open: "minor",
    },
    { row: row("header gone"), from, edit: (d) => find(d).parameters.pop(), level: "major", back: "minor" },
    {
      row: row("body required → optional"),
      from,
      edit: (d) => delete find(d).requestBody.required,
      level: "major",
      back: "minor",
    },
    {
      row: row("one answer fewer is taken"),
      from,
      edit: (d) => delete find(d).responses[410],
      level: "major",
      back: "minor",
      labels: ["runtime"],
    },
  ];
}

/** Webhooks, callbacks, links, waiters and lifecycles. */
export const EVENT_CASES: readonly PolicyCase[] = [
  { row: "webhook: added", edit: withWebhook, level: "minor", back: "major" },
  { row: "callback: added", edit: withCallback, level: "minor", back: "major" },
  {
    row: "callback: another address",
    from: withCallback,
    edit: (d) => (create(d).callbacks.sold = { "{$request.body#/name}": { post: callback(d) } }),
    level: "major",
    back: "major",
    labels: ["runtime"],
  },
  ...eventCases("webhook", withWebhook, webhook),
  ...eventCases("callback", withCallback, callback),
  {
    row: "link: added",
    edit: (d) =>
      (create(d).responses[201].links = {
        one: { operationId: "getPet", parameters: { petId: "$response.body#/id" } },
      }),
    level: "patch",
    back: "patch",
  },
];
