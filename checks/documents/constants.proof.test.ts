import { readFileSync } from "node:fs";
import { join } from "node:path";
import { functions } from "@svc/codegen";
import { emitTree } from "@svc/codegen/workspace";
import { afterAll, expect, test } from "vitest";
import { createTrees } from "./generated-trees.ts";
import { runProgram } from "./run-program.ts";

const trees = createTrees();
afterAll(() => trees[Symbol.dispose]());

/** A program whose document has `/responses` and `/responses?beta=true`. */
const PROGRAM = `
import { createSvcClient } from "./index.ts";
import { createBeta, createSvcFunctions } from "./functions.ts";
import { createFakeSvc } from "../testing/index.ts";

const fake = createFakeSvc();
const svc = fake.client(createSvcClient);
await svc.responses.create();
await svc.responsesBetaTrue.create();
await svc.responsesBetaTrue.create({ query: { beta: "false", trace: "1" } });
await svc.withOptions({ retry: false }).responsesBetaTrue.create();
await createBeta(createSvcFunctions({ baseUrl: fake.baseUrl, fetch: fake.fetch, clock: fake.clock, auth: "any" }));
const { url, close } = await fake.listen();
await fetch(url + "/responses?beta=true", { method: "POST" });
await fetch(url + "/responses", { method: "POST" });
await close();
for (const { operation, target } of fake.calls) console.log(operation, target);
await svc.close();
await fake.close();
`;

test("constant query parameters are no arguments: the client sends them, the fake tells operations apart by them", {
  timeout: 300_000,
}, async () => {
  const name = "path-with-query.json";
  const text = readFileSync(join(import.meta.dirname, "corpus", name), "utf8");
  const lines = await runProgram(trees, {
    name: "constants",
    files: emitTree(text, name, { config: { emitters: [functions()] } }),
    text: PROGRAM,
  });
  expect(lines.map((line) => line.trim())).toEqual([
    "create /responses",
    "createBeta /responses?beta=true",
    "createBeta /responses?beta=true&trace=1",
    "createBeta /responses?beta=true",
    "createBeta /responses?beta=true",
    "createBeta /responses?beta=true",
    "create /responses",
  ]);
});
