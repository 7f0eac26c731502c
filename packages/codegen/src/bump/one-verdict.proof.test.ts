import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { diffDocuments, type Level, type RuleId } from "@svc/diff";
import { copyOf, type Edited, petDocument } from "@svc/diff/test-support/pet-document";
import { afterAll, expect, test } from "vitest";
import { stringify } from "yaml";
import { readDocuments } from "../commands/diff.ts";
import { judgeDifference } from "../compiler/judge-difference.ts";
import { planBump } from "./plan-bump.ts";

const root = mkdtempSync(join(tmpdir(), "svc-verdict-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));
mkdirSync(join(root, "spec/overlays"), { recursive: true });
const repository = {
  root,
  packages: ["@svc/client"],
  version: "1.0.0",
};

/** Two documents, the level of their difference, and the rule of each change: nothing is told twice. */
interface Pair {
  readonly title: string;
  /** An edit of the small document that both begin with. @default none */
  readonly from?: (d: Edited) => void;
  readonly edit: (d: Edited) => void;
  readonly level: Level;
  readonly rules: readonly RuleId[];
}

const list = (d: Edited): Edited => d.paths["/pets"].get;
const create = (d: Edited): Edited => d.paths["/pets"].post;
const get = (d: Edited): Edited => d.paths["/pets/{petId}"].get;
const schemas = (d: Edited): Edited => d.components.schemas;

const event = () => ({
  requestBody: {
    required: true,
    content: { "application/json": { schema: { type: "object", properties: { id: { type: "string" } } } } },
  },
  responses: { 204: { description: "Taken" } },
});
const payload = (request: Edited): Edited => request.requestBody.content["application/json"].schema;

function withCallback(d: Edited): void {
  create(d).callbacks = { done: { "{$request.body#/name}": { post: event() } } };
}

function withWebhook(d: Edited): void {
  d.webhooks = { sold: { post: event() } };
}

function withLink(d: Edited): void {
  create(d).responses[201].links = { it: { operationId: "getPet", parameters: { petId: "$response.body#/id" } } };
}

function withScopes(d: Edited): void {
  const flow = { tokenUrl: "https://pets.example/token", scopes: { read: "Read", write: "Write" } };
  d.components.securitySchemes.oauth = { type: "oauth2", flows: { clientCredentials: flow } };
  list(d).security = [{ oauth: ["read"] }];
}

function withVariables(d: Edited): void {
  d.servers = [{ url: "https://{region}.example", variables: { region: { default: "eu" } } }];
}

function withSharedHeader(d: Edited): void {
  d.components.headers = { Age: { schema: { type: "integer" } } };
  for (const operation of [list(d), get(d)])
    operation.responses[200].headers = { "X-Age": { $ref: "#/components/headers/Age" } };
}

function withItems(d: Edited): void {
  const properties = { data: { type: "object", properties: { done: { type: "boolean" } } } };
  list(d).responses[200].content = { "application/jsonl": { itemSchema: { type: "object", properties } } };
}

const PAIRS: readonly Pair[] = [
  {
    title: "a webhook has another property",
    from: withWebhook,
    edit: (d) => (payload(d.webhooks.sold.post).properties.price = { type: "number" }),
    level: "minor",
    rules: ["property-optional-added"],
  },
  {
    title: "a callback comes at another address",
    from: withCallback,
    edit: (d) => (create(d).callbacks.done = { "{$request.query.url}": { post: event() } }),
    level: "major",
    rules: ["event-moved"],
  },
  {
    title: "a link takes its argument from elsewhere",
    from: withLink,
    edit: (d) => (create(d).responses[201].links.it.parameters.petId = "$response.body#/name"),
    level: "patch",
    rules: ["link-changed"],
  },
  {
    title: "an item of a stream loses a property",
    from: withItems,
    edit: (d) => {
      const { itemSchema } = list(d).responses[200].content["application/jsonl"];
      delete itemSchema.properties.data.properties.done;
    },
    level: "major",
    rules: ["property-removed"],
  },
  {
    title: "more scopes are asked for",
    from: withScopes,
    edit: (d) => list(d).security[0].oauth.push("write"),
    level: "major",
    rules: ["security-alternative-removed", "security-alternative-added"],
  },
  {
    title: "a variable of the server has another default",
    from: withVariables,
    edit: (d) => (d.servers[0].variables.region.default = "us"),
    level: "minor",
    rules: ["server-changed"],
  },
  {
    title: "a header that answers share has another type",
    from: withSharedHeader,
    edit: (d) => (d.components.headers.Age.schema.type = "string"),
    level: "major",
    rules: ["type-changed"],
  },
  {
    title: "a constant changes",
    edit: (d) => (schemas(d).Dog.properties.kind.const = "hound"),
    level: "major",
    rules: ["constant-changed"],
  },
  {
    title: "a value of an open enum is new",
    from: (d) => (d["x-svc-open-enums"] = true),
    edit: (d) => schemas(d).Pet.properties.status.enum.push("lost"),
    level: "minor",
    rules: ["enum-value-added"],
  },
  {
    title: "a method is renamed, with an alias",
    edit: (d) => (list(d)["x-svc-method"] = "pets.all"),
    level: "minor",
    rules: ["method-renamed"],
  },
  {
    title: "an operation id is renamed",
    edit: (d) => (list(d).operationId = "allPets"),
    level: "major",
    rules: ["operation-id-renamed"],
  },
  {
    title: "an operation moves, and its path parameter is renamed",
    edit: (d) => {
      const { "/pets/{petId}": item, ...paths } = d.paths;
      item.get.parameters[0].name = "id";
      d.paths = { ...paths, "/v2/pets/{id}": item };
    },
    level: "major",
    rules: ["operation-moved", "path-parameter-renamed"],
  },
  {
    title: "tags change",
    edit: (d) => (list(d).tags = ["animals"]),
    level: "patch",
    rules: ["operation-tags-changed"],
  },
  {
    title: "a default changes, in a parameter",
    edit: (d) => (list(d).parameters[0].schema.default = 20),
    level: "minor",
    rules: ["default-changed"],
  },
  {
    title: "a cookie is required",
    edit: (d) => list(d).parameters.push({ name: "sid", in: "cookie", required: true, schema: { type: "string" } }),
    level: "major",
    rules: ["parameter-required-added"],
  },
  {
    title: "a header parameter is spelled otherwise",
    from: (d) => list(d).parameters.push({ name: "X-Tenant", in: "header", schema: { type: "string" } }),
    edit: (d) => (list(d).parameters.at(-1).name = "x-tenant"),
    level: "major",
    rules: ["parameter-respelled"],
  },
  {
    title: "a reference has a description beside it, and is deprecated",
    from: (d) => (schemas(d).Pet.properties.owner = { $ref: "#/components/schemas/Owner" }),
    edit: (d) => Object.assign(schemas(d).Pet.properties.owner, { description: "Whose", deprecated: true }),
    level: "minor",
    rules: ["deprecated"],
  },
  {
    title: "what is asked for moves from each path to each operation",
    edit: (d) => {
      d.paths["/pets/{petId}"].parameters = get(d).parameters;
      delete get(d).parameters;
    },
    level: "none",
    rules: [],
  },
];

test.each(PAIRS)("$title: spec:diff, a bump and its changelog say $level, and each change once", async (pair) => {
  const { from, edit, level, rules } = pair;
  const old = petDocument();
  from?.(old);
  const now = copyOf(old);
  edit(now);
  const diff = await judgeDifference(diffDocuments({ document: old, file: "old" }, { document: now, file: "new" }));
  expect([diff.level, diff.changes.map(({ rule }) => rule)]).toEqual([level, rules]);
  writeFileSync(join(root, "spec/openapi.yaml"), stringify(old));
  const file = join(root, "next.yaml");
  writeFileSync(file, stringify(now));
  const plan = await planBump({ repository, file, allowSameVersion: true });
  expect(plan.changes).toEqual(diff.changes);
  expect([plan.level, plan.packageLevel]).toEqual([level, level]);
  const { changeset = "" } = plan;
  const sections = { major: "**Breaking**", minor: "**New**", patch: "**Other**" } as const;
  const told = (["major", "minor", "patch"] as const).find((one) => changeset.includes(sections[one])) ?? "none";
  expect(told).toBe(level);
  expect(changeset.match(/^ {2}- /gm) ?? []).toHaveLength(rules.length);
  if (level !== "none") expect(changeset).toContain(`"@svc/client": ${level}\n`);
});

test("spec:diff says the same of a frozen version and the document after a bump, with overlays and a renamed method", async () => {
  const checkout = join(root, "overlaid");
  mkdirSync(join(checkout, "spec/overlays"), { recursive: true });
  mkdirSync(join(checkout, "spec/history"));
  const actions = [{ target: "$.paths['/pets'].get", update: { "x-svc-method": "pets.all", description: "All." } }];
  const overlay = { overlay: "1.0.0", info: { title: "t", version: "1" }, actions };
  writeFileSync(join(checkout, "spec/overlays/names.yaml"), stringify(overlay));
  const old = petDocument();
  writeFileSync(join(checkout, "spec/openapi.yaml"), stringify(old));
  const now = copyOf(old);
  now.info.version = "99.0.0";
  get(now)["x-svc-method"] = "pets.one";
  list(now).parameters.pop();
  const file = join(checkout, "next.yaml");
  writeFileSync(file, stringify(now));
  const plan = await planBump({ repository: { ...repository, root: checkout }, file, allowSameVersion: false });
  const before = await readDocuments(join(checkout, "spec/openapi.yaml"), file);
  const compared = async ({ documents: [one, other], names }: typeof before) =>
    (await judgeDifference(diffDocuments(one, other, names))).changes.map(({ id, level }) => `${level} ${id}`);
  const told = plan.changes.map(({ id, level }) => `${level} ${id}`);
  expect(await compared(before)).toEqual(told);
  for (const [path, text] of plan.files) if (path.startsWith("spec/")) writeFileSync(join(checkout, path), text);
  const frozen = join(checkout, "spec/history", `${petDocument().info.version}.json`);
  expect(await compared(await readDocuments(frozen, join(checkout, "spec/openapi.yaml")))).toEqual(told);
});
