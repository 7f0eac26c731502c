import type { Edited } from "./pet-document.ts";
import type { PolicyCase } from "./policy-case.ts";

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

function withWebhook(d: Edited): void {
  d.webhooks = { petSold: { post: JSON.parse(JSON.stringify(SOLD)) } };
}

function withCallback(d: Edited): void {
  d.paths["/pets"].post.callbacks = { sold: { "{$request.query.url}": { post: JSON.parse(JSON.stringify(SOLD)) } } };
}

const webhook = (d: Edited): Edited => d.webhooks.petSold.post;
const callback = (d: Edited): Edited => d.paths["/pets"].post.callbacks.sold["{$request.query.url}"].post;
const payload = (request: Edited): Edited => request.requestBody.content["application/json"].schema;
const create = (d: Edited): Edited => d.paths["/pets"].post;
const get = (d: Edited): Edited => d.paths["/pets/{petId}"].get;

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

const WAITER = { name: "untilSold", pointer: "/status", success: ["sold"], failure: ["lost"] };
const withWaiter = (d: Edited): void => Object.assign(get(d), { "x-svc-waiter": { ...WAITER } });
const withLifecycle = (d: Edited): void =>
  Object.assign(create(d), { "x-svc-lifecycle": { end: "getPet", id: "/id" } });

const stored = (d: Edited): Edited => d.paths["/pets"];
const RESOURCE = { id: "id", extra: { tame: { type: "boolean", default: true } }, defaults: { nick: "none" } };
const withResource = (d: Edited): void => {
  stored(d)["x-svc-resource"] = structuredClone(RESOURCE);
};
const withStates = (d: Edited): void => {
  withResource(d);
  Object.assign(stored(d)["x-svc-resource"], {
    state: "status",
    transitions: [{ from: "here", to: "sold", afterSeconds: 20 }],
  });
};
const withKey = (d: Edited): void => Object.assign(create(d), { "x-svc-idempotency": { header: "X-Key" } });

/** The rows of the policy that begin with `resource`, `waiter`, `lifecycle` and `key`. */
export const DECLARATION_CASES: readonly PolicyCase[] = [
  { row: "resource: added", edit: withResource, level: "minor", back: "major" },
  {
    row: "resource: nothing is stored any more",
    from: withResource,
    edit: (d) => (stored(d)["x-svc-resource"] = { kind: "none" }),
    level: "major",
    back: "minor",
    labels: ["compile"],
  },
  {
    row: "resource: an extra is added",
    from: withResource,
    edit: (d) => (stored(d)["x-svc-resource"].extra.wild = { type: "string" }),
    level: "minor",
    back: "major",
  },
  {
    row: "resource: an extra is renamed",
    from: withResource,
    edit: (d) => (stored(d)["x-svc-resource"].extra = { isTame: { type: "boolean", default: true } }),
    level: "major",
    back: "major",
    labels: ["compile"],
  },
  {
    row: "resource: another id",
    from: withResource,
    edit: (d) => (stored(d)["x-svc-resource"].id = "name"),
    level: "major",
    back: "major",
    labels: ["compile"],
  },
  {
    row: "resource: another default or filter",
    from: withResource,
    edit: (d) => (stored(d)["x-svc-resource"].defaults.nick = "Rex"),
    level: "patch",
    back: "patch",
    labels: ["runtime"],
  },
  { row: "waiter: added", edit: withWaiter, level: "minor", back: "major" },
  {
    row: "waiter: renamed",
    from: withWaiter,
    edit: (d) => (get(d)["x-svc-waiter"].name = "untilGone"),
    level: "major",
    back: "major",
    labels: ["compile"],
  },
  {
    row: "waiter: success or failure state added or removed",
    from: withWaiter,
    edit: (d) => (get(d)["x-svc-waiter"].failure = ["lost", "ill"]),
    level: "major",
    back: "major",
    labels: ["runtime"],
  },
  {
    row: "waiter: something else about it",
    from: withWaiter,
    edit: (d) => (get(d)["x-svc-waiter"].intervalMs = 500),
    level: "patch",
    back: "patch",
  },
  { row: "lifecycle: added", edit: withLifecycle, level: "minor", back: "major" },
  {
    row: "lifecycle: another id",
    from: withLifecycle,
    edit: (d) => (create(d)["x-svc-lifecycle"].id = "/name"),
    level: "minor",
    back: "minor",
    labels: ["runtime"],
  },
  {
    row: "resource: items come to one more state",
    from: withStates,
    edit: (d) => stored(d)["x-svc-resource"].transitions.push({ from: "sold", to: "gone", afterSeconds: 5 }),
    level: "minor",
    back: "major",
    labels: ["runtime"],
  },
  {
    row: "resource: items come to another state",
    from: withStates,
    edit: (d) => (stored(d)["x-svc-resource"].transitions[0].to = "gone"),
    level: "major",
    back: "major",
    labels: ["runtime"],
  },
  {
    row: "resource: items stay longer in a state",
    from: withStates,
    edit: (d) => (stored(d)["x-svc-resource"].transitions[0].afterSeconds = 90),
    level: "patch",
    back: "patch",
    labels: ["runtime"],
  },
  { row: "key: added", edit: withKey, level: "minor", back: "major", labels: ["runtime"] },
  {
    row: "key: in another header",
    from: withKey,
    edit: (d) => (create(d)["x-svc-idempotency"].header = "X-Once"),
    level: "patch",
    back: "patch",
    labels: ["runtime"],
  },
  {
    row: "key: a parameter that is one",
    edit: (d) =>
      (create(d).parameters = [{ name: "Idempotency-Key", in: "header", required: false, schema: { type: "string" } }]),
    level: "minor",
    back: "major",
  },
];
