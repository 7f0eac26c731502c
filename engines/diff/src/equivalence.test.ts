import { parseDocument } from "@svc/model";
import { describe, expect, test } from "vitest";
import { stringify } from "yaml";
import { copyOf, type Edited, petDocument } from "../test/support/pet-document.ts";
import { diff } from "../test/support/policy-case.ts";

/** Changes from the small document to an edited copy. */
function changesOf(edit: (document: Edited) => void, from: (document: Edited) => void = () => {}): string[] {
  const old = petDocument();
  from(old);
  const now = copyOf(old);
  edit(now);
  return diff(old, now).changes.map(({ id }) => id);
}

const pet = (document: Edited): Edited => document.components.schemas.Pet;

function reversed(value: Edited): Edited {
  if (Array.isArray(value)) return value.map(reversed).reverse();
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, item]) => [key, reversed(item)])
      .reverse(),
  );
}

describe("documents of the same meaning", () => {
  test("a document does not differ from itself", () => {
    expect(diff(petDocument(), petDocument())).toEqual({
      level: "none",
      changes: [],
      old: expect.anything(),
      new: expect.anything(),
    });
  });

  test("order makes no difference", () => {
    expect(diff(petDocument(), reversed(petDocument())).changes).toEqual([]);
  });

  test("JSON and YAML make no difference", () => {
    const { document } = parseDocument(stringify(petDocument()), "pets.yaml");
    expect(diff(petDocument(), document).changes).toEqual([]);
  });

  test("allOf of parts is what the parts say together", () => {
    const changes = changesOf((d) => {
      const { id, ...rest } = pet(d).properties;
      d.components.schemas.Pet = {
        allOf: [
          { type: "object", required: ["id"], properties: { id } },
          { required: ["status", "name"], properties: rest },
        ],
      };
    });
    expect(changes).toEqual([]);
  });

  test("allOf of one reference with a description is that reference", () => {
    const wrap = (d: Edited) => {
      d.paths["/pets/{petId}"].get.responses[200].content["application/json"].schema = {
        allOf: [{ $ref: "#/components/schemas/Pet" }],
      };
    };
    expect(changesOf(wrap)).toEqual([]);
  });

  test.for<[string, Edited, Edited]>([
    ["a list of types and anyOf", { type: ["string", "null"] }, { anyOf: [{ type: "null" }, { type: "string" }] }],
    ["const and enum of one", { const: "a" }, { type: "string", enum: ["a"] }],
    ["constants and an enum", { oneOf: [{ const: "a" }, { const: "b" }] }, { enum: ["b", "a"] }],
    [
      "exclusive and inclusive bounds of integers",
      { type: "integer", exclusiveMinimum: 0 },
      { type: "integer", minimum: 1 },
    ],
    ["bounds that say nothing", { type: "string", minLength: 0 }, { type: "string" }],
    ["all values of a boolean", { type: "boolean", enum: [true, false] }, { type: "boolean" }],
    [
      "nested and flat unions",
      { anyOf: [{ type: "string" }, { anyOf: [{ type: "number" }, { type: "boolean" }] }] },
      { type: ["boolean", "number", "string"] },
    ],
    [
      "an enum with null and a nullable enum",
      { type: ["string", "null"], enum: ["a", null] },
      { anyOf: [{ type: "string", enum: ["a"] }, { type: "null" }] },
    ],
  ])("%s mean the same", ([, a, b]) => {
    const changes = changesOf(
      (d) => (pet(d).properties.nick = b),
      (d) => (pet(d).properties.nick = a),
    );
    expect(changes).toEqual([]);
  });

  test.for<[string, Edited, Edited]>([
    ["the order of what must not come", { not: { enum: ["a", "b"] } }, { not: { enum: ["b", "a"] } }],
    ["const and enum of what must not come", { not: { const: "a" } }, { not: { enum: ["a"] } }],
    ["prose inside of rules", { not: { type: "null", description: "No." } }, { not: { type: "null" } }],
    [
      "the order of names that depend on another",
      { type: "object", dependentRequired: { a: ["b", "c"] } },
      { type: "object", dependentRequired: { a: ["c", "b"] } },
    ],
    [
      "bytes as text, before 3.1 and since",
      { type: "string", format: "byte" },
      { type: "string", contentEncoding: "base64" },
    ],
    [
      "files, before 3.1 and since",
      { type: "string", format: "binary" },
      { type: "string", contentMediaType: "application/octet-stream" },
    ],
    [
      "an alternative that is there twice",
      { anyOf: [{ type: "string" }, { type: "integer" }, { type: "string" }] },
      { anyOf: [{ type: "string" }, { type: "integer" }] },
    ],
  ])("%s mean the same, sent and received", ([, a, b]) => {
    const put = (schema: Edited) => (d: Edited) => {
      pet(d).properties.nick = schema;
      d.components.schemas.NewPet.properties.nick = schema;
    };
    expect([changesOf(put(b), put(a)), changesOf(put(a), put(b))]).toEqual([[], []]);
  });

  test("bytes of an answer are bytes, whatever their schema", () => {
    const put = (schema: Edited) => (d: Edited) => {
      d.paths["/pets/{petId}"].get.responses[200].content = { "application/octet-stream": schema };
    };
    const [old, now] = [put({ schema: { type: "string", format: "binary" } }), put({})];
    expect([changesOf(now, old), changesOf(old, now)]).toEqual([[], []]);
  });

  test("no servers are the one that OpenAPI takes for granted; an empty description is none", () => {
    const plain = (d: Edited) => delete d.servers;
    const written = (d: Edited) => {
      d.servers = [{ url: "/" }];
      pet(d).properties.nick.description = "";
    };
    expect([changesOf(written, plain), changesOf((d) => void plain(d), written)]).toEqual([[], []]);
  });

  test("nullable of 3.0 is a type of 3.1: only the version of OpenAPI is told", () => {
    const old = (d: Edited) => {
      d.openapi = "3.0.3";
      for (const kind of ["Cat", "Dog"]) d.components.schemas[kind].properties.kind = { type: "string", enum: [kind] };
      for (const name of ["Pet", "NewPet"])
        d.components.schemas[name].properties.note = { type: "string", nullable: true };
      pet(d).properties.owner = { nullable: true, allOf: [{ $ref: "#/components/schemas/Owner" }] };
    };
    const changes = changesOf((d) => {
      d.openapi = "3.1.0";
      for (const name of ["Pet", "NewPet"]) d.components.schemas[name].properties.note = { type: ["string", "null"] };
      pet(d).properties.owner = { anyOf: [{ $ref: "#/components/schemas/Owner" }, { type: "null" }] };
    }, old);
    expect(changes).toEqual(["openapi-changed:/openapi"]);
  });
});

describe("references", () => {
  test("a schema that moves in place of its reference keeps its meaning", () => {
    const changes = changesOf((d) => (pet(d).properties.animal.oneOf[0] = copyOf(d.components.schemas.Cat)));
    expect(changes).toEqual([]);
  });

  test("schemas that lead into each other without end are compared", () => {
    const tree = (leaf: string) => (d: Edited) => {
      d.components.schemas.Tree = {
        type: "object",
        properties: {
          leaf: { type: leaf },
          left: { $ref: "#/components/schemas/Tree" },
          right: { $ref: "#/components/schemas/Bush" },
        },
      };
      d.components.schemas.Bush = {
        allOf: [{ $ref: "#/components/schemas/Tree" }, { properties: { left: { $ref: "#/components/schemas/Bush" } } }],
      };
      pet(d).properties.tree = { $ref: "#/components/schemas/Bush" };
    };
    expect(changesOf(tree("string"), tree("string"))).toEqual([]);
    expect(changesOf(tree("number"), tree("string"))).toEqual([
      "type-changed:response:/components/schemas/Tree/properties/leaf",
    ]);
  });

  test("a change inside a schema is told once, with every operation that it reaches", () => {
    const old = petDocument();
    const now = petDocument();
    delete pet(now).properties.nick;
    const { changes } = diff(old, now);
    expect(changes).toHaveLength(1);
    expect(changes[0]).toMatchObject({
      direction: "response",
      pointer: "/components/schemas/Pet/properties/nick",
      operations: ["createPet", "getPet", "listPets"],
      message: "Property `Pet.nick` (string) is gone.",
    });
  });

  test("a schema used both ways has a change for each direction", () => {
    const share = (d: Edited) =>
      (d.paths["/pets"].post.requestBody.content["application/json"].schema.$ref = "#/components/schemas/Pet");
    const changes = changesOf((d) => pet(d).required.push("nick"), share);
    expect(changes).toEqual([
      "property-became-required:request:/components/schemas/Pet/properties/nick",
      "property-became-required:response:/components/schemas/Pet/properties/nick",
    ]);
  });

  test("a reference that may be null now is told by that, not by its form, with what its name stands for", () => {
    const refer = (d: Edited) => (pet(d).properties.owner = { $ref: "#/components/schemas/Owner" });
    const old = petDocument();
    refer(old);
    const now = copyOf(old);
    pet(now).properties.owner = { anyOf: [{ $ref: "#/components/schemas/Owner" }, { type: "null" }] };
    expect(diff(old, now).changes.map(({ message }) => message)).toEqual([
      "`Pet.owner` may now be null: Owner → Owner | null.",
    ]);
  });

  test("a change of a named type says what the name stood for and stands for", () => {
    const messages = (schema: Edited) => {
      const [old, now] = [petDocument(), petDocument()];
      old.components.schemas.Status = { type: "string" };
      now.components.schemas.Status = schema;
      for (const d of [old, now]) pet(d).properties.status = { $ref: "#/components/schemas/Status" };
      return diff(old, now).changes.map(({ message }) => message);
    };
    expect(messages({ type: "integer" })).toEqual(["`Status` changes its type: string → number."]);
    expect(messages({ type: ["string", "null"] })).toEqual(["`Status` may now be null: string → string | null."]);
  });

  test("a variant that a mapping names comes alone", () => {
    const map = (kinds: string[]) => (d: Edited) => {
      d.components.schemas.Fox = copyOf(d.components.schemas.Cat);
      d.components.schemas.Fox.properties.kind.const = "fox";
      pet(d).properties.animal = {
        oneOf: kinds.map((kind) => ({ $ref: `#/components/schemas/${kind}` })),
        discriminator: {
          propertyName: "kind",
          mapping: Object.fromEntries(kinds.map((kind) => [kind.toLowerCase(), `#/components/schemas/${kind}`])),
        },
      };
    };
    expect(changesOf(map(["Cat", "Dog", "Fox"]), map(["Cat", "Dog"]))).toEqual([
      "union-variant-added:response:/components/schemas/Pet/properties/animal",
    ]);
  });

  test("the first optional parameter of a method is minor, and hurts who gives it call options", () => {
    const add = (d: Edited) => {
      d.paths["/pets/{petId}"].get.parameters.push({ name: "full", in: "query", schema: { type: "boolean" } });
    };
    const old = petDocument();
    const now = copyOf(old);
    add(now);
    const [change] = diff(old, now).changes;
    expect(change).toMatchObject({ rule: "parameter-optional-added", level: "minor", labels: ["compile"] });
    expect(change?.message).toContain("call options move one argument to the right");
  });

  test("a schema under another name is one rename, not a hundred edits", () => {
    const changes = changesOf((d) => {
      const text = JSON.stringify(d).replaceAll("#/components/schemas/Pet", "#/components/schemas/Animal");
      Object.assign(d, JSON.parse(text));
      d.components.schemas.Animal = d.components.schemas.Pet;
      delete d.components.schemas.Pet;
    });
    expect(changes).toEqual(["schema-renamed:/components/schemas/Animal"]);
  });

  test("a reference to another known schema is one change", () => {
    const changes = changesOf((d) => {
      d.paths["/pets/{petId}"].get.responses[404].content["application/json"].schema.$ref =
        "#/components/schemas/Owner";
    });
    expect(changes).toEqual([
      "reference-changed:response:/paths/~1pets~1{petId}/get/responses/404/content/application~1json/schema",
    ]);
  });
});

describe("a reference to a type that only one document has", () => {
  /** Pets have an owner, and further edits. */
  const owned = (d: Edited, schema: string, more: object = {}) => {
    d.components.schemas.Pet.properties.owner = { $ref: `#/components/schemas/${schema}` };
    Object.assign(d.components.schemas, more);
  };
  const wrapper = { Wrapped: { type: "object", properties: { Owner: { $ref: "#/components/schemas/Owner" } } } };
  const owner = "/components/schemas/Pet/properties/owner";

  test("is told of the place, not as changes of a type that stays as it is", () => {
    const old = petDocument();
    owned(old, "Wrapped", wrapper);
    const now = petDocument();
    owned(now, "Owner");
    const { changes } = diff(old, now);
    expect(changes.map(({ id }) => id)).toEqual([
      `reference-changed:response:${owner}`,
      "schema-removed:/components/schemas/Wrapped",
    ]);
    expect(changes[0]?.message).toBe("`Pet.owner` is now another type: Wrapped → Owner.");
  });

  test("is told so where the new type is new and the old one stays, too", () => {
    const old = petDocument();
    owned(old, "Owner");
    const now = petDocument();
    owned(now, "Person", { Person: { type: "object", required: ["id"], properties: { id: { type: "string" } } } });
    const changes = diff(old, now).changes.map(({ id }) => id);
    expect(changes).toContain(`reference-changed:response:${owner}`);
    expect(changes.some((id) => id.startsWith("property-"))).toBe(false);
  });

  test("of several types of one structure none is taken for the new one of that structure", () => {
    const same = { type: "object", properties: { url: { type: "string" } } };
    const old = petDocument();
    Object.assign(old.components.schemas, { A1: same, B1: same });
    const now = petDocument();
    Object.assign(now.components.schemas, { B2: same });
    expect(diff(old, now).changes.map(({ id }) => id.split(":")[0])).toEqual([
      "schema-removed",
      "schema-removed",
      "schema-added",
    ]);
  });
});

describe("one cause is told once", () => {
  test("a long declaration, by what changes in it", () => {
    const old = petDocument();
    const nick = "a".repeat(200);
    old.paths["/pets"]["x-svc-resource"] = { kind: "collection", defaults: { nick, tags: [nick, "first"] } };
    const now = copyOf(old);
    now.paths["/pets"]["x-svc-resource"].defaults.tags[1] = "last";
    expect(diff(old, now).changes.map(({ message }) => message)).toEqual([
      'What the fake stores at `/pets` behaves otherwise: {"defaults":{"tags":["first"]}} → {"defaults":{"tags":["last"]}}.',
    ]);
  });

  test("a path parameter of an operation that moves has another name", () => {
    const changes = changesOf((d) => {
      const { "/pets/{petId}": item, ...paths } = d.paths;
      item.get.parameters[0].name = "id";
      d.paths = { ...paths, "/v2/pets/{id}": item };
    });
    expect(changes.map((id) => id.split(":")[0])).toEqual(["operation-moved", "path-parameter-renamed"]);
  });

  test("a header that answers share", () => {
    const share = (d: Edited) => {
      d.components.headers = { Age: { description: "Years", required: true, schema: { type: "integer" } } };
      for (const path of ["/pets", "/pets/{petId}"])
        d.paths[path].get.responses[200].headers = { "X-Age": { $ref: "#/components/headers/Age" } };
    };
    const header = (d: Edited) => d.components.headers.Age;
    expect(changesOf((d) => (header(d).description = "Months"), share)).toEqual([
      "description-changed:/components/headers/Age:description",
    ]);
    expect(changesOf((d) => (header(d).schema.type = "string"), share)).toEqual([
      "type-changed:response:/components/headers/Age/schema",
    ]);
    expect(changesOf((d) => (header(d).required = false), share)).toEqual([
      "response-header-became-optional:response:/components/headers/Age",
    ]);
  });

  test("a constant that becomes another", () => {
    const from = (d: Edited) => (pet(d).properties.unit = { type: "string", const: "years" });
    expect(changesOf((d) => (pet(d).properties.unit.const = "months"), from)).toEqual([
      "constant-changed:response:/components/schemas/Pet/properties/unit",
    ]);
  });
});

describe("what operations declare", () => {
  test("links by what they are, also behind a reference", () => {
    const from = (d: Edited) => {
      d.components.links = { one: { operationId: "getPet", parameters: { petId: "$response.body#/id" } } };
      d.paths["/pets"].post.responses[201].links = { one: { $ref: "#/components/links/one" } };
    };
    expect(changesOf((d) => (d.components.links.one.parameters.petId = "$response.body#/key"), from)).toEqual([
      "link-changed:/paths/~1pets/post/responses/201/links/one",
    ]);
    const inline = (d: Edited) => (d.paths["/pets"].post.responses[201].links.one = d.components.links.one);
    expect(changesOf(inline, from)).toEqual([]);
  });

  test("several waiters by name, whatever their order", () => {
    const from = (d: Edited) =>
      (d.paths["/pets"].get["x-svc-waiter"] = [
        { name: "untilSold", pointer: "/status", success: ["sold"] },
        { name: "untilHere", pointer: "/status", success: ["here"] },
      ]);
    expect(changesOf((d) => d.paths["/pets"].get["x-svc-waiter"].reverse(), from)).toEqual([]);
    expect(changesOf((d) => d.paths["/pets"].get["x-svc-waiter"].pop(), from)).toEqual([
      "waiter-removed:/paths/~1pets/get/x-svc-waiter:untilHere",
    ]);
  });
});
