import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type KillableBump, prepareKills } from "./kill-bump.ts";
import { nextDocument, takeFixture } from "./next-document.ts";
import { createScratchClone, type ScratchClone } from "./scratch-clone.ts";

// The real command, killed by SIGKILL before some of its steps.
const LIMIT_MS = 600_000;

// A bump runs these tests, too: one within itself would show nothing more.
describe.runIf(process.env["SVC_BUMPING"] === undefined)("a bump that is killed", () => {
  let clone: ScratchClone;
  let bump: KillableBump;
  beforeAll(async () => {
    clone = createScratchClone();
    takeFixture(clone);
    await clone.svc("generate");
    clone.commit();
    bump = await prepareKills(clone, clone.write("node_modules/.cache/next.yaml", nextDocument()));
  }, LIMIT_MS);
  afterAll(() => clone?.remove(), LIMIT_MS);

  const CHECK = ["generate", "--check"];
  const GENERATE = ["generate"];
  const AGAIN = ["bump", "node_modules/.cache/next.yaml", "--no-tests"];

  test.each([
    ["before the journal is in place", () => journal(), CHECK, ["as before", "as before"]],
    ["between two moves", () => journal() + 6, CHECK, ["with a journal", "half"]],
    ["between two moves", () => journal() + 6, GENERATE, ["with a journal", "complete"]],
    // Late enough that the new document is in place: the same bump again has nothing to do but to complete.
    ["before the last move", () => lastMove(), AGAIN, ["with a journal", "complete"]],
  ])(
    "killed %s, a command that writes completes it, and one that checks changes nothing (%#)",
    async (_, step, next, found) => {
      const { left, then } = await bump.killAt(step(), next);
      expect([left, then]).toEqual(found);
    },
    LIMIT_MS,
  );

  function lastMove(): number {
    return bump.steps.findLastIndex((step) => step.startsWith("renameSync"));
  }

  /** The step that puts the journal into its place. */
  function journal(): number {
    return bump.steps.findIndex((step) => step.startsWith("renameSync") && step.includes("journal.draft"));
  }
});
