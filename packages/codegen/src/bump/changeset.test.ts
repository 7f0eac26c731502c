import { type Change, diffDocuments, RULES } from "@svc/diff";
import { type Edited, petDocument } from "@svc/diff/test-support/pet-document";
import { expect, test } from "vitest";
import { ACTION_RULES } from "./actions.ts";
import { writeChangeset } from "./changeset.ts";

const CHANGE: Change = {
  id: "x",
  rule: "became-nullable",
  level: "major",
  direction: "response",
  pointer: "/components/schemas/Email/properties/subject",
  operations: ["persona_emails_list"],
  message: "`Email.subject` may now be null: string → string | null.",
  labels: ["compile"],
};

const GROUP = {
  packages: ["@svc/spec", "@svc/types", "@svc/client", "@svc/testing"],
};

const methodOf = (id: string) => (id === "persona_emails_list" ? "personas.emails.list" : undefined);

function write(changes: readonly Change[], find: (operation: string) => string | undefined = methodOf): string {
  return writeChangeset({
    from: "1",
    to: "2",
    level: "minor",
    changes,
    lineOf: () => ({ line: 265, isOld: false }),
    methodOf: find,
    ...GROUP,
  });
}

test("one changeset names every package of the fixed group and tells what to do, what changed, for whom, and where", () => {
  expect(write([CHANGE])).toBe(`---
"@svc/spec": minor
"@svc/types": minor
"@svc/client": minor
"@svc/testing": minor
---

Generated from version \`2\` of the service's document (was \`1\`).

**Breaking**

- Allow for \`null\` and \`undefined\` where you read this. The compiler names each place.
  - \`Email.subject\` may now be null (returned by \`personas.emails.list\`; line 265)
`);
});

test("text of a document cannot add a changeset's front matter, a link or a heading", () => {
  const text = write([{ ...CHANGE, message: "a\n---\n# x [y](javascript:z) <img src=x> `code", pointer: "/a`b" }]);
  expect(text.match(/^---$/gm)).toHaveLength(2);
  expect(text).not.toMatch(/^#|(?<!\\)\]\(|<img/m);
});

const addedMethods = (names: readonly string[]): Change[] =>
  names.map((name) => ({
    ...CHANGE,
    id: name,
    rule: "operation-added",
    level: "minor",
    labels: [],
    message: `New method \`${name}\` (GET /${name}).`,
  }));

test("new methods are one entry, with the request of each", () => {
  expect(write(addedMethods(["b.x", "a.list"]))).toContain(`- New methods.
  - \`b.x\` (\`GET /b.x\`, line 265)
  - \`a.list\` (\`GET /a.list\`, line 265)
`);
});

test("more new methods than anybody reads one by one have a line per namespace", () => {
  const names = Array.from({ length: 20 }, (_, index) => `b.x${index}`);
  expect(write(addedMethods([...names, "a.list", "a.get"]))).toContain(`- New methods.
  - \`a\`: \`a.list\` (line 265), \`a.get\` (line 265)
  - \`b\`: \`b.x0\` (line 265), `);
});

test("what is said of many types is one line, and so is what holds for requests and responses", () => {
  const added = ["Cat", "Dog", "Owner"].flatMap((type) =>
    (["request", "response"] as const).map(
      (direction): Change => ({
        ...CHANGE,
        id: `${type} ${direction}`,
        rule: "property-optional-added",
        level: "minor",
        direction,
        labels: [],
        message: `New optional property \`${type}.colour\`: string.`,
      }),
    ),
  );
  const [, entry] = write(added).split("**New**\n\n");
  expect(entry).toBe(`- New parameters and properties, all optional.
  - \`colour\` of \`Cat\`, \`Dog\` and \`Owner\`: string (sent by \`personas.emails.list\`; returned by \`personas.emails.list\`; first in line 265)
`);
});

/** A change of one kind at each of these places. */
const removed = (places: readonly string[], rule: Change["rule"], message: (place: string) => string): Change[] =>
  places.map((place): Change => ({ ...CHANGE, id: place, rule, labels: [], message: message(place) }));

test("what happens to many members of one type is one line, also where their names have dots", () => {
  const places = ["Cat.tail", 'Cat["fur.colour"]', "Cat.paws"];
  const types = ["string", "string[]", "number"];
  const gone = removed(
    places,
    "property-removed",
    (place) => `Property \`${place}\` (${types[places.indexOf(place)]}) is gone.`,
  );
  expect(write(gone)).toContain(
    '  - `Cat` (returned by `personas.emails.list`): `tail` (string) (line 265); `["fur.colour"]` (string\\[\\]) (line 265); `paws` (number) (line 265)\n',
  );
  const required = removed(places, "property-became-optional", (place) => `Property \`${place}\` is now optional.`);
  expect(write(required)).toContain(
    '  - Each of `tail`, `["fur.colour"]` and `paws` of `Cat` is now optional (returned',
  );
});

test("null for members of many types is one line, and so is who gets them", () => {
  const types = ["string", "Pet", "number[]"];
  const changes = removed(["Cat.a", "Dog.b", "Dog.c"], "became-nullable", (place) => {
    const type = types["abc".indexOf(place.at(-1) ?? "")];
    return `\`${place}\` may now be null: ${type} → ${type} | null.`;
  }).map((change): Change => ({ ...change, operations: ["webhook x.a", "webhook x.b", "webhook x.c"] }));
  expect(write(changes)).toContain(
    "  - Each of `a` of `Cat`; `b` and `c` of `Dog` may now be null (in webhook `x.a`, `x.b` and 1 more; first in line 265)\n",
  );
});

test("what happens to many methods is one line that names them, and a moved one is told with its new path", () => {
  const methods = ["a.list", "b.get"];
  const secured = removed(methods, "security-added", (place) => `\`${place}\` now needs a credential: key.`);
  expect(write(secured)).toContain(
    "- Check the credentials that you give.\n  - Each of `a.list` and `b.get` now needs a credential: key (",
  );
  const moved = removed(
    ["a", "b", "c", "d", "e", "f"].map((name) => `${name}.list`),
    "operation-moved",
    (place) =>
      `\`${place}\` calls \`GET /v2/${place}\` instead of \`GET /v1/${place}\`: the path in \`svc.raw\` changes, too.`,
  );
  expect(write(moved)).toContain("  - `a.list`: `GET /v1/a.list` → `GET /v2/a.list` (line 265)\n");
  const renamed = removed(
    methods,
    "path-parameter-renamed",
    (place) => `Path parameter \`a_id\` of \`${place}\` is now called \`b_id\`: the path in \`svc.raw\` changes, too.`,
  );
  expect(write(renamed)).toContain("  - Path parameter `a_id` of each of `a.list` and `b.get` is now called `b_id`: ");
});

test("what the compiler does not see is marked where it names the rest", () => {
  const runtime = { ...CHANGE, rule: "type-changed", id: "b", labels: ["runtime"] } as const;
  const text = write([
    { ...CHANGE, rule: "type-changed", id: "a", message: "`A.b` changes." },
    { ...runtime, message: "`A.c` changes." },
  ]);
  expect(text).toContain("- Use the new types.\n  - `A.b` changes (returned by `personas.emails.list`; line 265)\n");
  expect(text).toContain("; line 265); the compiler does not see it\n");
  expect(write([runtime])).toContain("- Use the new types. The compiler does not see it.\n");
});

test("what changes in requests and in answers is told once, under the higher of its levels", () => {
  const twin = { ...CHANGE, rule: "enum-value-added", message: '`Mail.state` may now be "x", too.' } as const;
  const text = write([
    { ...twin, id: "a", level: "major", direction: "response", labels: ["compile"] },
    { ...twin, id: "b", level: "minor", direction: "request", labels: [] },
  ]);
  expect(text).not.toContain("**New**");
  expect(text.match(/may now be "x"/g)).toHaveLength(1);
  expect(text).toContain("- Handle what did not come before. The compiler names each place.\n");
  expect(text).toContain("(returned by `personas.emails.list`; sent by `personas.emails.list`; line 265)");
});

test("a property that hand-built values lack is told once, too, though its messages differ by direction", () => {
  const message = "New required property `Mail.state`: string.";
  const twin = { ...CHANGE, rule: "property-required-added" } as const;
  const text = write([
    { ...twin, id: "a", level: "major", direction: "request", message },
    { ...twin, id: "b", level: "minor", direction: "response", message: `${message} Hand-built fixtures must add it.` },
  ]);
  expect(text.match(/`Mail\.state`: string/g)).toHaveLength(1);
  expect(text).toContain("- Send what is required now; requests without it are refused.");
});

test("new webhooks are one entry by their names, which are no methods, whatever they look like", () => {
  const changes = ["`act.begun`", "`act.ended`"].map((name): Change => {
    const operations = [`webhook ${name.replaceAll("`", "")}`];
    return { ...CHANGE, id: name, rule: "event-added", level: "minor", message: `New webhook ${name}.`, operations };
  });
  expect(write(changes)).toContain("  - webhook `act.begun` (line 265), webhook `act.ended` (line 265)\n");
  expect(write(changes.slice(0, 1))).not.toContain("methods");
});

test("a cause that several methods share is told of all of them, not of the first", () => {
  const message = "`a.list` now needs a credential: key.";
  const change = { ...CHANGE, rule: "security-added", message, operations: ["listA", "getB"] } as const;
  const names: { readonly [id: string]: string } = { listA: "a.list", getB: "b.get" };
  const text = write([change], (id) => names[id]);
  expect(text).toContain("  - Each of `a.list` and `b.get` now needs a credential: key (line 265)\n");
});

test("renamed operation ids are one entry, with the ids of each", () => {
  const { changes } = diffDocuments({ document: petDocument(), file: "old" }, { document: renamedIds(), file: "new" });
  const text = write(changes);
  expect(text).toContain("- Replace ids that you compare with `operation` of a fake's call ");
  expect(text).toContain(" The compiler does not see it.\n");
  expect(text).toContain("`pets.list`: `listPets` → `pets/listPets` (line 265)");
  expect(text.split("\n").length).toBeLessThan(20);
});

function renamedIds(): Edited {
  const document = petDocument();
  for (const item of Object.values<Edited>(document.paths))
    for (const operation of Object.values<Edited>(item)) operation.operationId = `pets/${operation.operationId}`;
  return document;
}

test("methods are told before types, whatever their places", () => {
  const type = { ...CHANGE, id: "t", rule: "schema-removed", message: "Type `A` is gone.", pointer: "/a" } as const;
  const method = { ...CHANGE, id: "m", rule: "operation-removed", message: "Method `a.b` (GET /a) is gone." } as const;
  const text = write([type, method]);
  expect(text.indexOf("`a.b` (`GET /a`")).toBeLessThan(text.indexOf("  - `A` (line"));
});

test("of a type that no method uses nothing is said about requests and answers", () => {
  const text = write([{ ...CHANGE, operations: [] }]);
  expect(text).toContain("(used by no method; line 265)");
  expect(text).not.toContain("returned by");
});

test("of many descriptions the first are named, with what they are where they are none", () => {
  const places = Array.from({ length: 14 }, (_, index) => `\`A.b${index}\``);
  const changes = removed(["the document", ...places], "description-changed", (place) =>
    place === "the document" ? "The title of the document changes." : `The description of ${place} changes.`,
  ).map((change): Change => ({ ...change, level: "patch" }));
  const text = write(changes);
  expect(text).toContain("- Descriptions and examples.\n  - title of the document (line 265), A.b0 (line 265), ");
  expect(text).toContain(", and 3 more\n");
});

test("backticks of a document do not end the names that a line quotes", () => {
  const document: Edited = petDocument();
  document.components.schemas.Pet.properties["a`b"] = { enum: ["c`d"] };
  document.info.version = "1`2";
  const { changes } = diffDocuments({ document: petDocument(), file: "old" }, { document, file: "new" });
  const text = write(changes);
  expect(text).toContain('`Pet["a\\u0060b"]`: "c\\\\u0060d" (');
  expect(text).toContain("1\\\\u00602 (was 1.0.0): `documentVersion` (");
});

test("each rule has one action in a direction", () => {
  const rules = new Set<string>(Object.keys(RULES));
  expect(ACTION_RULES.filter((rule) => !rules.has(rule.replace(/^[<>]/, "")))).toEqual([]);
  const directed = ACTION_RULES.flatMap((rule) => (/^[<>]/.test(rule) ? rule : [`<${rule}`, `>${rule}`]));
  expect(new Set(directed).size).toBe(directed.length);
});
