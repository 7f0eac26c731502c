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
  ["other servers", (d) => (d.servers = [{ url: "https://new.example" }])],
  ["a description without a unit", (d) => delete d.components.schemas.Pet.properties.name.description],
  ["another unit", (d) => (d.components.schemas.Pet.properties.age.description = "In seconds")],
  ["an operation that is gone", (d) => delete d.paths["/pets"]],
])("%s is a statement, not silence", (_, edit) => {
  expect(silenceOf(edit).what).toEqual([]);
});
