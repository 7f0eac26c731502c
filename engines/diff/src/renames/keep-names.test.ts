import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseDocument } from "@svc/model";
import { describe, expect, test } from "vitest";
import { copyOf, type Edited } from "../../test/support/pet-document.ts";
import { diffDocuments } from "../diff-documents.ts";

const FIXTURE = join(import.meta.dirname, "../../../model/fixtures/service.yaml");
const SERVICE = parseDocument(readFileSync(FIXTURE, "utf8"), "service.yaml").document;

/** The messages of a difference, each with its level. */
function diff(edit: (document: Edited) => void, from: (document: Edited) => void = () => {}): string[] {
  const old = copyOf(SERVICE);
  from(old);
  const now = copyOf(old);
  edit(now);
  const { changes } = diffDocuments({ document: old, file: "old" }, { document: now, file: "new" });
  return changes.map(({ level, message }) => `${level}: ${message}`);
}

function add(path: string, method = "get", more: object = {}): (document: Edited) => void {
  return (d) => {
    const names = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => name);
    const parameters = names.map((name) => ({ name, in: "path", required: true, schema: { type: "string" } }));
    d.paths[path] = { [method]: { parameters, responses: { 204: { description: "Fine" } }, ...more } };
  };
}

describe("without a ledger, what is added renames nothing", () => {
  test.each<[string, string, string]>([
    ["get", "/health/{part}", "health.getByPart"],
    ["get", "/sessions/cookies", "sessions.cookies.getWithoutId"],
    ["get", "/sessions/{session_id}/replay/{part}", "sessions.replay.getBySessionIdPart"],
  ])("%s %s is `%s`", (method, path, name) => {
    expect(diff(add(path, method))).toEqual([`minor: New method \`${name}\` (${method.toUpperCase()} ${path}).`]);
  });

  test("an item below what was taken for no collection", () => {
    const usage = add("/usage");
    expect(diff(add("/usage/{day}"), usage)).toEqual(["minor: New method `usage.getByDay` (GET /usage/{day})."]);
  });

  test("a path below an action", () => {
    expect(diff(add("/agents/{agent_id}/start/{mode}", "post"), add("/agents/{agent_id}/start", "post"))).toEqual([
      "minor: New method `agents.start.create` (POST /agents/{agent_id}/start/{mode}).",
    ]);
  });

  test("a schema that is called as the plural of another", () => {
    expect(diff((d) => (d.components.schemas.Cookies = { type: "object" }))).toEqual(["minor: New type `Cookies`."]);
  });
});

describe("without a ledger, a rename is told as a bump tells it: the old name stays", () => {
  test("of an operation id", () => {
    const edit = (d: Edited) => (d.paths["/health"].get.operationId = "alive");
    expect(diff(edit)).toEqual([
      expect.stringMatching(
        /^major: .* now called "alive", not "health_get".* the old name stays as a deprecated alias\.$/,
      ),
    ]);
  });

  const wish = (d: Edited) => {
    d.paths["/health"].get["x-svc-method"] = "alive";
    d.components.schemas.Replay["x-svc-name"] = "Film";
  };

  test("by a wish of the document", () => {
    expect(diff(wish).map((message) => message.replace(/`.*/, ""))).toEqual(["minor: Type ", "minor: Method "]);
  });

  test("and a wish that is dropped changes nothing: names that were given stay", () => {
    expect(diff(drop, wish)).toEqual([]);
  });

  test("and what moves to another path keeps its method", () => {
    const messages = diff((d) => {
      d.paths["/people/{persona_id}/emails"] = d.paths["/personas/{persona_id}/emails"];
      delete d.paths["/personas/{persona_id}/emails"];
    });
    expect(messages.filter((message) => message.includes("Method"))).toEqual([]);
    expect(messages[0]).toMatch(/^major: `personas.emails.list` calls /);
  });
});

function drop(d: Edited): void {
  delete d.paths["/health"].get["x-svc-method"];
  delete d.components.schemas.Replay["x-svc-name"];
}
