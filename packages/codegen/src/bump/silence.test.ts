import { diffDocuments } from "@svc/diff";
import { copyOf, type Edited, petDocument } from "@svc/diff/test-support/pet-document";
import { createModel } from "@svc/model";
import { expect, test } from "vitest";
import { applyOverlay } from "../overlay/apply-overlay.ts";
import { findSilence, keepSilence } from "./silence.ts";
import type { Version } from "./silent-part.ts";

/** The small document as a gateway's owner describes it. */
function described(): Edited {
  const d = petDocument();
  d.security = [{ token: [] }];
  d.components.securitySchemes = {
    token: {
      type: "oauth2",
      flows: {
        password: { tokenUrl: "https://pets.example/token", scopes: {} },
        clientCredentials: { tokenUrl: "https://pets.example/token", scopes: {} },
      },
    },
  };
  d.components.headers = { Left: { description: "Calls left", schema: { $ref: "#/components/schemas/Count" } } };
  d.components.schemas.Count = { type: "integer", minimum: 0 };
  d.components.responses = {
    Busy: { description: "Too many", headers: { "Retry-After": { schema: { type: "integer" } } } },
  };
  for (const operation of operations(d)) {
    operation.responses[429] = { $ref: "#/components/responses/Busy" };
    for (const status of [200, 201])
      if (operation.responses[status])
        operation.responses[status].headers = { "RateLimit-Remaining": { $ref: "#/components/headers/Left" } };
  }
  const header = (name: string) => ({ name, in: "header", schema: { type: "string" } });
  for (const operation of operations(d)) operation.parameters = [...(operation.parameters ?? []), header("X-Tenant")];
  d.paths["/pets"].get.parameters.push(header("X-Request-Id"), header("X-Own"));
  d.components.schemas.Pet.properties.age = { type: "integer", description: "In milliseconds" };
  const answer = d.paths["/pets/{petId}"].get.responses[200];
  answer.content["application/xml"] = {
    schema: { type: "object", properties: { took: { type: "integer", description: "Age of the copy in hours" } } },
  };
  answer.headers.Weight = { description: "Kilograms", schema: { type: "number" } };
  return d;
}

function operations(d: Edited): Edited[] {
  return Object.values(d.paths).flatMap((item) => Object.values(item as object));
}

/** Takes request headers from every operation, and puts others in their place. */
function dropHeaders(d: Edited, dropped: readonly string[], ...others: object[]): void {
  for (const operation of operations(d)) {
    const left = operation.parameters.filter(({ name }: Edited) => !dropped.includes(name));
    operation.parameters = left.length < operation.parameters.length ? [...left, ...others] : left;
  }
}

function silenceOf(edit: (d: Edited) => void) {
  const from = described();
  const now = copyOf(from);
  edit(now);
  const [a, b] = [from, now].map((document): Version => ({ document, model: createModel(document) })) as [
    Version,
    Version,
  ];
  const silence = findSilence(a, b);
  const kept = () => applyOverlay(now, JSON.parse(JSON.stringify(keepSilence(silence, a, b))));
  const levelOf = (document: unknown) =>
    diffDocuments({ document: from, file: "old" }, { document, file: "new" }).level;
  return { what: silence.map(({ what }) => what), kept, levelOf, now };
}

const silent: readonly [string, (d: Edited) => void, string][] = [
  [
    "429",
    (d) => {
      for (const { responses } of operations(d)) delete responses[429];
    },
    "the answer 429 of GET /pets",
  ],
  [
    "headers",
    (d) => {
      for (const { responses } of operations(d)) for (const status of [200, 201]) delete responses[status]?.headers;
      delete d.components.headers;
      delete d.components.schemas.Count;
    },
    "the header RateLimit-Remaining of 200 of GET /pets",
  ],
  [
    "a request header of several operations",
    (d) => dropHeaders(d, ["X-Tenant"]),
    "the header X-Tenant of requests of POST /pets",
  ],
  [
    "a request header that gateways read",
    (d) => dropHeaders(d, ["X-Request-Id"]),
    "the header X-Request-Id of requests of GET /pets",
  ],
  ["servers", (d) => delete d.servers, "the servers https://pets.example"],
  [
    "security",
    (d) => {
      delete d.security;
      delete d.components.securitySchemes;
    },
    "the security scheme token",
  ],
  [
    "a flow",
    (d) => delete d.components.securitySchemes.token.flows.password,
    "the flows password of the security scheme token",
  ],
  [
    "a unit",
    (d) => delete d.components.schemas.Pet.properties.age.description,
    'the unit of Pet.age ("In milliseconds")',
  ],
  [
    "units without a name of their own",
    (d) => {
      const { content, headers } = d.paths["/pets/{petId}"].get.responses[200];
      delete content["application/xml"].schema.properties.took.description;
      if (headers) delete headers.Weight.description;
    },
    'the unit of the answer 200 of GET /pets/{petId}.took ("Age of the copy in hours")',
  ],
];

test.each(silent)(
  "%s: is listed apart, and kept the overlay makes a document that does not differ",
  (_, edit, first) => {
    const { what, kept, levelOf, now } = silenceOf(edit);
    expect(what).toContain(first);
    expect(levelOf(now)).not.toBe("none");
    const { document, unmatched } = kept();
    expect(unmatched).toEqual([]);
    expect(levelOf(document)).toBe("none");
  },
);

test("a framework that drops nearly all of it at once: major without, none with it kept", () => {
  const { kept, levelOf, now } = silenceOf((d) => {
    for (const [name, edit] of silent) if (name !== "a flow") edit(d);
  });
  expect([levelOf(now), levelOf(kept().document)]).toEqual(["major", "none"]);
});

test.each<[string, (d: Edited) => void]>([
  ["an error of one operation", (d) => delete d.paths["/pets/{petId}"].get.responses[404]],
  ["an answer that succeeds", (d) => delete d.paths["/pets"].get.responses[200]],
  [
    "another scheme instead",
    (d) => (d.components.securitySchemes = { key: { type: "apiKey", in: "header", name: "K" } }),
  ],
  ["no credential, said of one operation", (d) => (d.paths["/pets"].get.security = [])],
  [
    "the security of all operations, written at each",
    (d) => {
      for (const operation of operations(d)) operation.security = d.security;
      delete d.security;
    },
  ],
  ["a request header of one operation", (d) => dropHeaders(d, ["X-Own"])],
  ["a request header that another operation takes still", (d) => d.paths["/pets/{petId}"].get.parameters.pop()],
  [
    "another request header instead",
    (d) => dropHeaders(d, ["X-Tenant"], { name: "X-Space", in: "header", schema: { type: "string" } }),
  ],
  [
    "a request header that is in the query now",
    (d) => dropHeaders(d, ["X-Tenant"], { name: "x-tenant", in: "query", schema: { type: "string" } }),
  ],
  ["other servers", (d) => (d.servers = [{ url: "https://new.example" }])],
  ["a description without a unit", (d) => delete d.components.schemas.Pet.properties.name.description],
  ["another unit", (d) => (d.components.schemas.Pet.properties.age.description = "In seconds")],
  ["an operation that is gone", (d) => delete d.paths["/pets"]],
])("%s is a statement, not silence", (_, edit) => {
  expect(silenceOf(edit).what).toEqual([]);
});

/** Answers 429 with a schema that is gone from all of them, where a component that it leads to is edited besides. */
function keptProblem(edit: (d: Edited) => void): { readonly document: Edited; readonly unmatched: readonly unknown[] } {
  const from = petDocument();
  const { schemas } = from.components;
  schemas.Detail = { type: "object", properties: { why: { type: "string" } } };
  schemas.Busy = { type: "object", properties: { detail: { $ref: "#/components/schemas/Detail" } } };
  schemas.Ticket = { type: "object", properties: { busy: { $ref: "#/components/schemas/Busy" } } };
  const content = { "application/json": { schema: { $ref: "#/components/schemas/Busy" } } };
  for (const operation of operations(from)) operation.responses[429] = { description: "Too many", content };
  const now = copyOf(from);
  for (const { responses } of operations(now)) delete responses[429];
  edit(now);
  const versions = [from, now].map((document): Version => ({ document, model: createModel(document) }));
  const [a, b] = versions as [Version, Version];
  const { document, unmatched } = applyOverlay(now, keepSilence(findSilence(a, b), a, b));
  return { document, unmatched };
}

const BUSY = ["paths", "/pets", "get", "responses", "429", "content", "application/json", "schema", "$ref"];

function at(value: Edited, path: readonly string[]): Edited {
  return path.reduce((inner, key) => inner[key], value);
}

test("a kept part refers to a component of the new document where this means the same", () => {
  const { document } = keptProblem((d) => (d.components.schemas.Busy.description = "In other words"));
  expect(at(document, BUSY)).toBe("#/components/schemas/Busy");
  expect(Object.keys(document.components.schemas)).not.toContain("BusyKept");
});

test("a kept part brings its component along where the new document means something else by the name", () => {
  const { document, unmatched } = keptProblem((d) => {
    d.components.schemas.Busy = { type: "string" };
    d.components.schemas.BusyKept = { type: "number" };
  });
  expect(unmatched).toEqual([]);
  expect(at(document, BUSY)).toBe("#/components/schemas/BusyKept2");
  expect(document.components.schemas).toMatchObject({
    Busy: { type: "string" },
    BusyKept: { type: "number" },
    BusyKept2: { type: "object", properties: { detail: { $ref: "#/components/schemas/Detail" } } },
  });
});

test("a kept part brings along what leads to a component that means something else, and refers to it there, too", () => {
  const { document } = keptProblem((d) => (d.components.schemas.Detail.properties.why = { type: "integer" }));
  const { DetailKept, BusyKept, Detail } = document.components.schemas;
  expect(at(document, BUSY)).toBe("#/components/schemas/BusyKept");
  expect(BusyKept.properties.detail.$ref).toBe("#/components/schemas/DetailKept");
  expect([DetailKept.properties.why.type, Detail.properties.why.type]).toEqual(["string", "integer"]);
});

test("a kept part brings along what the new document lacks, by its name", () => {
  const { document } = keptProblem((d) => {
    for (const name of ["Busy", "Detail", "Ticket"]) delete d.components.schemas[name];
  });
  expect(at(document, BUSY)).toBe("#/components/schemas/Busy");
  expect(Object.keys(document.components.schemas)).toEqual(expect.arrayContaining(["Busy", "Detail"]));
  expect(document.components.schemas).not.toHaveProperty("Ticket");
});
