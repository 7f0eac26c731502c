import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { applyOverlay, emitTree } from "@svc/codegen/workspace";
import { parseDocument } from "@svc/model";
import { readForeignDocument } from "@svc/model/test-support/documents";
import { afterAll, expect, test } from "vitest";
import { createTrees } from "./generated-trees.ts";
import { runProgram } from "./run-program.ts";

const trees = createTrees();
afterAll(() => trees[Symbol.dispose]());

/** Program of a user whose document declares waiters, a lifecycle, keys and states. */
const JOBS = `
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

/** An agent of ten minutes in a session, which runs a function: begun, waited for and ended on the clock of the fake. */
const AGENT = `
import { createSvcClient } from "./index.ts";
import { createFakeSvc } from "../testing/index.ts";

const fake = createFakeSvc();
const svc = fake.client(createSvcClient);
const [began, real] = [fake.clock.now(), performance.now()];
{
  await using session = await svc.sessions.start({ name: "shop" });
  const active: "active" = (await svc.sessions.untilActive(session.session_id)).status;
  await using agent = await svc.agents.start({ name: "buyer" });
  const done: "done" = (await svc.agents.untilDone(agent.agent_id)).status;
  const begun = await svc.functions.runs.start("f1", { name: "invoice" });
  const { run_id } = await svc.functions.runs.start("f1", { name: "receipt" });
  const run = await svc.functions.runs.untilDone("f1", run_id);
  console.log(active, done, begun.status, run.status, run.run_id === begun.run_id);
}
fake.assertNothingLeftOpen();
const minutes = (fake.clock.now() - began) / 60_000;
console.log(minutes > 10 && minutes < 15, performance.now() - real < 20_000);
console.log(fake.calls.slice(-2).map(({ operation }) => operation).join(" "));
await svc.close();
await fake.close();
`;

test("a program that waits and ends is typed, and runs on the clock of the fake", { timeout: 300_000 }, async () => {
  const lines = await runProgram(trees, {
    name: "jobs",
    files: emitTree(readForeignDocument("jobs"), "jobs.json"),
    text: JOBS,
  });
  expect(lines).toEqual(["active", "failed", "true", "Set(4) { 201, 200, 204, 404 }"]);
});

test("an overlay declares sessions, agents and runs of a large document", { timeout: 300_000 }, async () => {
  const packed = readFileSync(join(import.meta.dirname, "lifecycles.yaml.br"));
  const { document } = parseDocument(brotliDecompressSync(packed).toString("utf8"), "h.yaml");
  const file = join(import.meta.dirname, "lifecycles.overlay.yaml");
  const overlay = parseDocument(readFileSync(file, "utf8"), file).document;
  const overlaid = applyOverlay(document, overlay, file);
  expect(overlaid.unmatched).toEqual([]);
  const lines = await runProgram(trees, {
    name: "agents",
    files: emitTree(JSON.stringify(overlaid.document), "h.json"),
    text: AGENT,
  });
  expect(lines).toEqual(["active done pending done false", "true true", "agent_stop session_stop"]);
});
