import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { diffDocuments, PLAIN } from "@svc/diff";
import { checkDocument, parseDocument } from "@svc/model";
import { afterAll, expect, test } from "vitest";
import { stringify } from "yaml";
import { judgeDifference } from "../compiler/judge-difference.ts";
import { applyOverlay } from "../overlay/apply-overlay.ts";
import { planBump } from "./plan-bump.ts";
import { showPlan } from "./show-plan.ts";

const folder = mkdtempSync(join(tmpdir(), "svc-plan-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A checkout with a document of its own: that of the real one may have repairs, and another style. */
const text = readFileSync(join(import.meta.dirname, "../../../../engines/model/fixtures/service.yaml"), "utf8");
const checkout = join(folder, "checkout");
mkdirSync(join(checkout, "spec/overlays"), { recursive: true });
writeFileSync(join(checkout, "spec/openapi.yaml"), text);
const repository = {
  root: checkout,
  packages: ["@svc/client"],
  version: "1.0.0",
};

function plan(edited: string, allowSameVersion = false) {
  const file = join(folder, "openapi.yaml");
  writeFileSync(file, edited);
  return planBump({ repository, file, allowSameVersion });
}

test("the document that is here already changes nothing, however it is laid out", async () => {
  expect(await plan(`# a comment\n${text}\n`)).toMatchObject({ isChanged: false, level: "none", changeset: undefined });
});

test("a version is printed on one line", async () => {
  const made = await plan(text.replace(/^(\s*version:).*/m, '$1 "2.0.0\\n::error::x \\e[31m"'), true);
  expect(showPlan(made, PLAIN).split("\n")[0]).toMatch(/ → 2\.0\.0\\u000a::error::x \\u001b\[31m$/);
});

test("content that no rule speaks of is a change all the same: under the same version it is refused", async () => {
  const edited = `${text}\nx-svc-note: changed\n`;
  await expect(plan(edited)).rejects.toThrow("as before, but the content has changed");
  expect(await plan(edited, true)).toMatchObject({ isChanged: true, level: "none", changeset: undefined });
});

test.each([
  ["", "is empty"],
  ["1".repeat(101), "is 101 characters long"],
])("a version that the next bump could not freeze is refused at once (%#)", async (version, message) => {
  const edited = text.replace(/^( {2}version:).*$/m, `$1 "${version}"`);
  await expect(plan(edited, true)).rejects.toThrow(message);
});

test("a reference that leads nowhere is refused under strict, with the name that is meant, unless an overlay settles it", async () => {
  const next = text
    .replace(/^( {2}version:).*$/m, '$1 "98.0.0"')
    .replaceAll('"#/components/schemas/ValidationError"', '"#/components/schemas/ValidatonError"');
  expect(next).toContain("ValidatonError");
  const file = join(folder, "dangling.yaml");
  writeFileSync(file, next);
  const strictly = () => planBump({ repository: { ...repository, strict: true }, file, allowSameVersion: false });
  await expect(strictly()).rejects.toThrow(
    /"#\/components\/schemas\/ValidatonError" leads nowhere in this document; is "#\/components\/schemas\/ValidationError" meant\? .*overlay in spec\/overlays\/ \(the repair would lose the type\)/,
  );
  const { repairs } = await plan(next);
  expect(repairs[0]).toMatch(/any value is assumed: loses the type$/);
});

test("what is wrong in the new document is repaired by an overlay that a reviewer sees", async () => {
  const next = text
    .replace(/^( {2}version:).*$/m, '$1 "99.0.0"')
    .replace(/^paths:$/m, "paths:\n  /imperfect/{id}:\n    get: { responses: { '204': { description: Done } } }");
  const { files, repairs } = await plan(next);
  expect(repairs).toEqual([
    expect.stringMatching(/#\/paths\/~1imperfect~1\{id\}\/get: repaired: has no parameter "id"/),
  ]);
  const overlay = files.get("spec/overlays/repairs-99.0.0.overlay.yaml") ?? "";
  expect(overlay).toContain("$['paths']['/imperfect/{id}']['get']");
  const { document } = applyOverlay(
    parseDocument(next, "next.yaml").document,
    parseDocument(overlay, "o.yaml").document,
  );
  expect(checkDocument(document)).toEqual([]);
});

type Operations = {
  [path: string]: { [method: string]: { operationId?: string; responses: { [status: string]: object } } };
};

/** The first operation of a document, whatever it is called. */
function firstOperation(document: unknown) {
  const [item] = Object.values((document as { paths: Operations }).paths);
  const [operation] = Object.values(item ?? {}).filter((one) => one.responses !== undefined);
  if (operation === undefined) throw new Error("The document has no operation.");
  return operation;
}

test.each<[string, (document: unknown) => void]>([
  ["a rename", (document) => Object.assign(firstOperation(document), { operationId: "renamed_by_this_test" })],
  ["an answer that is gone", (document) => void Reflect.deleteProperty(firstOperation(document).responses, "422")],
])("a bump, its changelog and spec:diff say the same of %s", async (_, edit) => {
  const { document } = parseDocument(text, "openapi.yaml");
  edit(document);
  const next = stringify(document).replace(/^( {2}version:).*$/m, '$1 "99.0.0"');
  const { level, changes, changeset } = await plan(next);
  const documents = [text, next].map((one, index) => parseDocument(one, `${index}.yaml`)) as [Parsed, Parsed];
  const difference = await judgeDifference(diffDocuments(...documents));
  expect([level, changes.length > 1]).toEqual([difference.level, true]);
  expect(changes.map((change) => [change.level, change.message])).toEqual(
    difference.changes.map((change) => [change.level, change.message]),
  );
  for (const { message } of changes.filter((change) => change.level !== "patch"))
    expect(changeset).toContain(/`[^`]*`/.exec(message)?.[0]);
});

type Parsed = ReturnType<typeof parseDocument>;

/** A small document of one version, whatever it says. */
function petList(properties: object, operation: object = {}): string {
  const schema = { type: "object", properties };
  const ok = { description: "ok", content: { "application/json": { schema } } };
  const paths = { "/pets": { get: { operationId: "listPets", responses: { 200: ok } } }, ...operation };
  return JSON.stringify({ openapi: "3.0.3", info: { title: "Pet", version: "1.0.0" }, paths });
}

/** Takes documents one after the other in a checkout of their own, all of the same version. */
async function bumpThrough(name: string, [first = "", ...others]: readonly string[]) {
  const root = join(folder, name);
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  write("spec/openapi.yaml", first);
  for (const text of others) {
    const file = join(folder, `${name}.json`);
    writeFileSync(file, text);
    const made = await planBump({ repository: { ...repository, root }, file, allowSameVersion: true });
    for (const [path, content] of made.files) write(path, content);
  }
  const read = (path: string) => readFileSync(join(root, path), "utf8");
  return { read, list: (path: string) => readdirSync(join(root, path)).sort() };
}

test("of bumps that leave the version, each keeps its changeset and its document until they are released", async () => {
  const id = { id: { type: "string" } };
  const documents = [
    petList({ ...id, name: { type: "string" } }),
    petList(id),
    petList({ id: { type: "string", description: "The id." } }),
  ];
  const { read, list } = await bumpThrough("waiting", documents);
  expect(list(".changeset")).toEqual(["document-1.0.0.md", "document-1.0.0@2.md"]);
  const [broken, other] = [read(".changeset/document-1.0.0.md"), read(".changeset/document-1.0.0@2.md")];
  expect([/: (\w+)\n/.exec(broken)?.[1], /: (\w+)\n/.exec(other)?.[1]]).toEqual(["major", "patch"]);
  expect(broken).toContain("**Breaking**\n\n- Stop using what is gone");
  const frozen = list("spec/history").map((name) => JSON.parse(read(`spec/history/${name}`)) as unknown);
  expect(list("spec/history")).toEqual(["1.0.0.json", "1.0.0@2.json"]);
  expect(frozen).toEqual(documents.slice(0, 2).map((text) => JSON.parse(text) as unknown));
});

test("of paths with one address, which a repair tells apart, the address and its line are told", async () => {
  const get = (id: string) => ({ get: { operationId: id, responses: { 204: { description: "Done" } } } });
  const documentOf = (paths: object, version: string) =>
    JSON.stringify({ openapi: "3.1.0", info: { title: "t", version }, paths }, null, 1);
  const old = { "/a/{id}": get("byId"), "/a/{mail}": get("byMail") };
  const { read } = await bumpThrough("address", [documentOf(old, "1"), documentOf({ "/b": get("b") }, "2")]);
  const changeset = read(".changeset/document-2.md");
  expect(changeset).not.toContain("#");
  expect(changeset.match(/\(`GET \/a\/\{(?:id|mail)\}`, old line \d+\)/g)).toHaveLength(2);
});

test("repairs of two documents of one version stand beside each other", async () => {
  const broken = (path: string) => ({ [path]: { get: { responses: { 204: { description: "Done" } } } } });
  const documents = [
    petList({}),
    petList({}, broken("/a/{id}")),
    petList({}, { ...broken("/a/{id}"), ...broken("/b/{id}") }),
  ];
  const { read, list } = await bumpThrough("repairs", documents);
  const names = ["repairs-1.0.0.overlay.yaml", "repairs-1.0.0.overlay@2.yaml"];
  expect(list("spec/overlays")).toEqual(names);
  expect(names.map((name) => /\/([ab])\/\{id\}/.exec(read(`spec/overlays/${name}`))?.[1])).toEqual(["a", "b"]);
});

test("declarations of overlays that the new document does not fit are refused, until the overlay fits", async () => {
  const overlay = join(checkout, "spec/overlays/traits.yaml");
  const traits = (field: string): void =>
    writeFileSync(
      overlay,
      `overlay: 1.0.0
info: { title: Traits, version: "1" }
actions:
  - target: $.components.schemas.EmailResponse
    update:
      x-svc-traits:
        short: { ${field}: Hello }
  - target: $.paths['/nowhere']
    update: { x-svc-resource: { kind: none } }
`,
    );
  const next = text.replace(/^( {2}version:).*$/m, '$1 "97.0.0"').replaceAll("sender_name", "from_name");
  try {
    traits("sender_name");
    await expect(plan(next)).rejects.toThrow(
      /^spec\/overlays\/traits\.yaml:7#\/actions\/0\/update\/x-svc-traits\/short: unknown property "sender_name"/m,
    );
    // Now it is the document in the checkout that it does not fit.
    traits("from_name");
    expect((await plan(next)).obsolete).toEqual([
      expect.stringMatching(/^spec\/overlays\/traits\.yaml:8#\/actions\/1\/target: selects nothing/),
    ]);
  } finally {
    rmSync(overlay);
  }
});
