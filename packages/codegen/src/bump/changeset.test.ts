import type { Change } from "@svc/diff";
import { expect, test } from "vitest";
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
  names: { client: "svc", types: "@svc/types" },
};

function write(changes: readonly Change[]): string {
  return writeChangeset({
    from: "1",
    to: "2",
    level: "minor",
    changes,
    lineOf: () => ({ line: 265, isOld: false }),
    ...GROUP,
  });
}

test("one changeset names every package of the fixed group and tells what changed, whom it hurts, and where", () => {
  expect(write([CHANGE])).toBe(`---
"@svc/spec": minor
"@svc/types": minor
"@svc/client": minor
"@svc/testing": minor
---

The client is made from version \`2\` of the service's document, after \`1\`.

**Breaking**

- \`Email.subject\` may now be null: string → string \\| null.
  - On the wire: \`null\` may come. Hurts: compile. What to do: handle \`null\` where you read it, before you use it as its old type.
  - Before: \`use(email.subject)\`; after: \`if (email.subject !== null) use(email.subject)\`
  - In \`persona_emails_list\`: \`/components/schemas/Email/properties/subject\`, line 265
`);
});

test("text of a document cannot add a changeset's front matter, a link or a heading", () => {
  const text = write([{ ...CHANGE, message: "a\n---\n# x [y](javascript:z) <img src=x> `code", pointer: "/a`b" }]);
  expect(text.match(/^---$/gm)).toHaveLength(2);
  expect(text).not.toMatch(/^#|(?<!\\)\]\(|<img/m);
});

test("many new methods are one entry, by namespace", () => {
  const added = ["b.x", "a.list", "a.get", "c.x", "d.x", "e.x"].map(
    (name): Change => ({
      ...CHANGE,
      id: name,
      rule: "operation-added",
      level: "minor",
      labels: [],
      message: `New method \`${name}\` (GET /${name}).`,
    }),
  );
  expect(write(added)).toContain(`- 6 new methods.
  - \`a\`: \`a.list\` (line 265), \`a.get\` (line 265)
  - \`b\`: \`b.x\` (line 265)
`);
});

test("what is said of many types is one entry, and so is what holds for requests and answers", () => {
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
  expect(entry).toBe(`- New optional property \`colour\`: string.
  - In requests: it can be sent.
  - In answers: it may come.
  - In 3 types: \`Cat\`, \`Dog\`, \`Owner\`; the first at \`/components/schemas/Email/properties/subject\`, line 265
`);
});

/** A change of one kind at each of these places. */
const removed = (places: readonly string[], rule: Change["rule"], message: (place: string) => string): Change[] =>
  places.map((place): Change => ({ ...CHANGE, id: place, rule, labels: [], message: message(place) }));

test("what happens to many members of one type is one entry, also where their names have dots", () => {
  const places = ["Cat.tail", 'Cat["fur.colour"]', "Cat.paws"];
  const text = write(removed(places, "property-removed", (place) => `Property \`${place}\` (string) is gone.`));
  expect(text).toContain("- 3 changes of one kind in `Cat`.\n");
  expect(text).toContain('  - Property `["fur.colour"]` (string) is gone. (line 265)\n');
});

test("what happens to many methods is one entry that names them, and a moved one is told with its new path", () => {
  const methods = ["a.list", "b.get"];
  const tags = removed(methods, "operation-tags-changed", (place) => `The tags of \`${place}\` change from A to B.`);
  expect(write(tags)).toContain("The tags of each of these change from A to B.\n");
  expect(write(tags)).toContain("In 2 methods: `a.list`, `b.get`; the first at");
  const moved = removed(
    ["a", "b", "c", "d", "e", "f"].map((name) => `${name}.list`),
    "operation-moved",
    (place) =>
      `\`${place}\` calls \`GET /v2/${place}\` instead of \`GET /v1/${place}\`: the path in \`svc.raw\` changes, too.`,
  );
  expect(write(moved)).toContain("- `a`: `a.list` → `GET /v2/a.list` (line 265)\n");
});

test.each<[Partial<Change>, string]>([
  [
    { rule: "method-renamed", message: "Method `pets.list` is now called `pets.all`." },
    "Before: `svc.pets.list(…)`; after: `svc.pets.all(…)`",
  ],
  [
    { rule: "parameter-removed", message: "Query parameter `pets.list params.limit` (number) is gone." },
    "Before: `svc.pets.list(…, { limit })`; after: `svc.pets.list(…)`",
  ],
  [
    { rule: "parameter-became-required", message: "Query parameter `pets.list params.limit` is now required." },
    "after: `svc.pets.list(…, { limit })`",
  ],
  [
    { rule: "property-became-required", direction: "request", message: "`NewPet.nick` is now required." },
    "after: `const newPet = { …, nick }`",
  ],
])("a change that can be shown in a line is shown before and after: %j", (change, text) => {
  expect(write([{ ...CHANGE, ...change }])).toContain(text);
});

test("a name that is none in code is not shown as code", () => {
  expect(write([{ ...CHANGE, message: '`Email["x-a"]` may now be null.' }])).not.toContain("Before:");
});
