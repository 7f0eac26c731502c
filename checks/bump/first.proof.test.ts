import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CommandResult, runCommand } from "../../scripts/toolkit/run-command.ts";
import { ROOT, TOOLS } from "../../scripts/toolkit/tools.ts";
import {
  FIXTURE,
  fixtureDocument,
  NEXT_VERSION,
  nextDocument,
  sessionIdOverlay,
  takeFixture,
} from "./next-document.ts";
import { createScratchClone, type ScratchClone } from "./scratch-clone.ts";

// The first proof: a next version of the document from the first command to a tree that could be merged. Each test is a
// look at what one bump has left.
const LIMIT_MS = 600_000;

// A bump runs these tests, too: one within itself would show nothing more.
describe.runIf(process.env["SVC_BUMPING"] === undefined)("a bump to a next version", () => {
  let clone: ScratchClone;
  let next = "";
  let dryRun: CommandResult;
  let untouched: string[];
  let bump: CommandResult;

  const read = (path: string): string => readFileSync(join(clone.root, path), "utf8");

  beforeAll(async () => {
    clone = createScratchClone();
    takeFixture(clone);
    clone.write("spec/overlays/10-session-id.yaml", sessionIdOverlay());
    expect(await clone.svc("generate")).toMatchObject({ code: 0 });
    clone.commit();
    next = clone.write("node_modules/.cache/next.yaml", nextDocument());
    dryRun = await clone.svc("bump", next, "--dry-run");
    untouched = clone.status();
    bump = await clone.svc("bump", next, "--no-tests");
  }, LIMIT_MS);
  afterAll(() => clone?.remove(), LIMIT_MS);

  test("a dry run shows everything and writes nothing", () => {
    expect(dryRun.code).toBe(0);
    expect(dryRun.output).toContain("spec/history/1.4.40.json");
    expect(untouched).toEqual([]);
    expect(dryRun.output).toContain(`1.4.40 → ${NEXT_VERSION}`);
  });

  test("the bump says the level, the level for packages below 1.0.0, and which overlay has nothing to do any more", () => {
    expect(bump.code).toBe(0);
    expect(bump.output).toContain("level: major");
    expect(bump.output).toContain("for packages below 1.0.0: minor");
    expect(bump.output).toContain("Nothing was tried out: run pnpm test.");
    expect(bump.output.match(/overlay no longer applies: spec\/overlays\/10-session-id\.yaml/g)).toHaveLength(2);
  });

  test("the changelog entry tells what is new, what breaks and what to do", () => {
    const changeset = read(`.changeset/document-${NEXT_VERSION}.md`);
    expect(changeset).toMatch(/^---\n(?:"@svc\/\w+": minor\n){5}---\n/);
    expect(changeset).toContain(
      `Generated from version \`${NEXT_VERSION}\` of the service's document (was \`1.4.40\`).`,
    );
    expect(changeset).toContain(
      "- Allow for `null` and `undefined` where you read this. The compiler names each place.",
    );
    expect(changeset).toContain("`Email.subject` may now be null (");
    expect(changeset).toMatch(/`personas\.emails\.list params\.only_unread` \(boolean\) \(old line \d+\)/);
    expect(changeset).toContain("- New methods.");
    for (const name of ["sessions.start", "sessions.get", "sessions.stop"])
      expect(changeset).toMatch(new RegExp(`^ +- \`${name}\` \\(.*, line \\d+\\)$`, "m"));
  });

  test("the old document is frozen with its overlay applied, the new one is in its place as it was given", () => {
    const frozen = JSON.parse(read("spec/history/1.4.40.json")) as {
      info: { version: string };
      components: { parameters: { SessionId: object } };
    };
    expect(frozen.info.version).toBe("1.4.40");
    expect(frozen.components.parameters.SessionId).toMatchObject({ schema: { type: "string" } });
    expect(read("spec/openapi.yaml")).toBe(readFileSync(next, "utf8"));
  });

  test("packages say which document they carry, and the client does at run time", async () => {
    const source = `
      import { documentVersion as client } from "@svc/client";
      import { documentVersion as types } from "@svc/types";
      import { documentVersion as spec, document } from "@svc/spec";
      console.log(JSON.stringify([client, types, spec, document.info.version]));`;
    const { output } = await clone.run("--conditions=@svc/source", "--input-type=module", "--eval", source);
    expect(JSON.parse(output)).toEqual(Array<string>(4).fill(NEXT_VERSION));
  });

  test("names given before stay, and the new ones are in the ledger", () => {
    const before = JSON.parse(readFileSync(join(ROOT, "spec/names.json"), "utf8")) as { operations: object };
    const ledger = JSON.parse(read("spec/names.json")) as { operations: object };
    if (readFileSync(join(ROOT, "spec/openapi.yaml"), "utf8") === fixtureDocument())
      expect(ledger.operations).toMatchObject(before.operations);
    expect(Object.keys(ledger.operations)).toEqual(
      expect.arrayContaining(["session_start", "session_status", "session_stop"]),
    );
  });

  test("nothing but what depends on the document has changed", () => {
    const made = /^(?:M|\?\?) (?:spec\/|\.changeset\/|docs\/generated\/|packages\/\w+\/src\/generated\/)/;
    expect(clone.status().filter((line) => !made.test(line))).toEqual([]);
    expect(existsSync(join(clone.root, ".tmp/bump-moves"))).toBe(false);
  });

  test(
    "pages and examples that use what is gone are places to edit",
    async () => {
      const turbo = ["node_modules/turbo/bin/turbo", "run", "build", "--output-logs=errors-only", "--ui=stream"];
      expect(await clone.run(...turbo)).toMatchObject({ code: 0 });
      const { code, output } = await clone.run("checks/main.ts", "pages", "--types");
      const places = output.trim().split("\n");
      expect(code).toBe(1);
      const gone = places.filter((place) => /: error TS\d+: .*'only_unread'/.test(place));
      expect(gone.map((place) => place.split(":", 1)[0])).toEqual(
        expect.arrayContaining(["README.md", "examples/jest-suite/robot.js"]),
      );
      for (const place of gone) {
        const [file = "", line = ""] = place.split(":");
        expect(read(file).split("\n")[Number(line) - 1], place).toContain("only_unread");
      }
    },
    LIMIT_MS,
  );

  test(
    "what a bump writes, frozen documents included, is formatted and lint finds nothing in it",
    async () => {
      const written = ["spec", ".changeset"];
      const { code, output } = await runCommand([...TOOLS.biome, "ci", "--error-on-warnings", ...written], {
        cwd: clone.root,
      });
      expect([code, output]).toEqual([0, expect.stringContaining("Checked")]);
    },
    LIMIT_MS,
  );

  test(
    "what was generated is what the document gives",
    async () => {
      expect(await clone.svc("generate", "--check")).toMatchObject({ code: 0 });
    },
    LIMIT_MS,
  );

  test(
    "the packages compile, hand-written sources and tests included",
    async () => {
      for (const project of ["packages/client", "packages/testing"])
        expect(await clone.run("node_modules/typescript/bin/tsc", "-p", project)).toMatchObject({
          code: 0,
          output: "",
        });
    },
    LIMIT_MS,
  );

  test(
    "hand-written tests of the packages are green",
    async () => {
      const files = ["spec/", "packages/client/test/svc-client", "packages/testing/test/create-test"];
      const { code, output } = await clone.run("node_modules/vitest/vitest.mjs", "run", ...files);
      expect({ code, failed: output.match(/^.*(?:FAIL|×).*$/gm) }).toEqual({ code: 0, failed: null });
    },
    LIMIT_MS,
  );

  test(
    "the same document again changes nothing; other content under its version is refused unless told",
    async () => {
      clone.commit();
      expect(await clone.svc("bump", next, "--no-tests")).toMatchObject({
        code: 0,
        output: expect.stringContaining("Nothing to do"),
      });
      const other = clone.write(
        "node_modules/.cache/other.yaml",
        readFileSync(next, "utf8").replace("minimum: 1, maximum: 100", "minimum: 1, maximum: 50"),
      );
      const refused = await clone.svc("bump", other, "--no-tests");
      expect([refused.code, refused.output]).toEqual([
        1,
        expect.stringContaining("the content has changed; raise the version"),
      ]);
      const older = await clone.svc("bump", join(ROOT, FIXTURE), "--no-tests");
      expect([older.code, older.output]).toEqual([1, expect.stringContaining(`below "${NEXT_VERSION}"`)]);
      expect(clone.status()).toEqual([]);
      expect(await clone.svc("bump", other, "--dry-run", "--allow-same-version")).toMatchObject({
        code: 0,
      });
    },
    LIMIT_MS,
  );
});
