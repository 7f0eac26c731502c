import type { Edited } from "../../test/support/pet-document.ts";
import type { PolicyCase } from "../../test/support/policy-case.ts";
import { create, get, withSignature, withWebhook } from "./event-cases.ts";

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
  {
    row: "webhooks: signed by a scheme of their own",
    from: withWebhook,
    edit: (d) => (d["x-svc-webhook-signature"] = { header: "X-Signature" }),
    level: "major",
    back: "major",
    labels: ["runtime"],
  },
  {
    row: "webhooks: another prefix before the signature",
    from: withSignature,
    edit: (d) => (d["x-svc-webhook-signature"].prefix = "sha256="),
    level: "major",
    back: "major",
    labels: ["runtime"],
  },
  {
    row: "webhooks: the id of the delivery in a header",
    from: withSignature,
    edit: (d) => (d["x-svc-webhook-signature"].id = "X-Delivery"),
    level: "minor",
    back: "minor",
    labels: ["runtime"],
  },
  {
    row: "resource: sends a webhook by itself",
    from: withResource,
    edit: (d) => (stored(d)["x-svc-resource"].webhooks = [{ event: "petSold", on: "created" }]),
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
