import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { emitTree } from "@svc/codegen/workspace";
import { readForeignDocument } from "@svc/model/test-support/documents";
import { afterAll, expect, test } from "vitest";
import { COMPILERS, checkTrees } from "./check-trees.ts";
import { createTrees } from "./generated-trees.ts";

const trees = createTrees();
afterAll(() => trees[Symbol.dispose]());

/** A program whose document declares waiters, a lifecycle, keys and states. */
const PROGRAM = `
import { createSvcClient, WaiterError } from "./index.ts";
import { createFakeSvc } from "../testing/index.ts";

const fake = createFakeSvc();
const svc = fake.client(createSvcClient);
const began = fake.clock.now();
{
  await using job = await svc.projects.jobs.start("p1", { name: "ten minutes" });
  const active: "active" = (await svc.projects.jobs.untilActive("p1", job.id)).status;
  console.log(active);
  const failing = await svc.projects.jobs.start("p1");
  fake.projects("p1").jobs(failing.id).becomes("failed");
  const error = await svc.projects.jobs.untilActive("p1", failing.id).catch((cause: unknown) => cause);
  console.log(WaiterError.is(error) && error.state);
  await svc.projects.jobs.stop("p1", failing.id);
  await svc.projects.jobs.untilGone("p1", failing.id);
  fake.projects("p1").jobs(job.id).hold();
}
fake.assertNothingLeftOpen();
console.log((fake.clock.now() - began) >= 20_000);
console.log(new Set(fake.calls.map(({ status }) => status)));
await svc.close({ closeResources: true });
await fake.close();
`;

test("a program that waits and ends is typed, and runs on the clock of the fake", { timeout: 300_000 }, async () => {
  const directory = trees.write("jobs", emitTree(readForeignDocument("jobs"), "jobs.json"));
  const program = join(directory, "client/program.ts");
  writeFileSync(program, PROGRAM);
  expect(await checkTrees(trees.root, [directory], COMPILERS.at(-1) ?? "")).toEqual([]);
  const argv = ["--conditions=@svc/source", "--disable-warning=ExperimentalWarning", program];
  const { stdout } = await promisify(execFile)(process.execPath, argv, { timeout: 60_000 });
  expect(stdout.trim().split("\n")).toEqual(["active", "failed", "true", "Set(4) { 201, 200, 204, 404 }"]);
});
