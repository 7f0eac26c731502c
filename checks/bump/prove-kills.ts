import { defineCommand } from "../../scripts/toolkit/command.ts";
import { type KillableBump, prepareKills } from "./kill-bump.ts";
import { fixtureDocument, nextDocument } from "./next-document.ts";
import { createScratchClone } from "./scratch-clone.ts";

export const proveKills = defineCommand({
  options: {},
  description: `Kills spec:bump in a scratch clone before each step that changes the tree, and before every fiftieth of those that only copy
it; then runs the next command, and prints what was left and what came of it. Takes minutes; a few of the points are a test.`,
  run: killEverywhere,
});

async function killEverywhere(): Promise<number> {
  const clone = createScratchClone();
  process.once("exit", clone.remove);
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));

  clone.write("spec/openapi.yaml", fixtureDocument());
  await clone.svc("generate");
  clone.commit();
  const file = clone.write("node_modules/.cache/next.yaml", nextDocument());
  const bump: KillableBump = await prepareKills(clone, file);
  const first = bump.steps.findIndex((step) => step.startsWith("writeFileSync") && step.includes("bump-journal"));
  const points = bump.steps.flatMap((_, step) => (step >= first || step % 50 === 0 ? [step] : []));
  const commands = [["generate", "--check"], ["generate"], ["bump", file, "--no-tests"]];
  const table = new Map<string, number>();
  let wrong = 0;
  for (const [index, step] of points.entries()) {
    const next = commands[index % commands.length] ?? [];
    const { left, then } = await bump.killAt(step, next);
    const isBump = next[0] === "bump";
    const expected = isBump || left !== "as before" ? "complete" : "as before";
    if (left === "half" || then !== expected) wrong++;
    const row = `left ${left}; after ${isBump ? "spec:bump" : "generate"} ${then}`;
    table.set(row, (table.get(row) ?? 0) + 1);
    if (then !== expected) console.log(`step ${step}, ${bump.steps[step]}: ${row}`);
  }
  console.log(`${points.length} kill points of ${bump.steps.length} steps`);
  for (const [row, count] of [...table].sort()) console.log(`${String(count).padStart(4)}  ${row}`);
  return wrong === 0 ? 0 : 1;
}
