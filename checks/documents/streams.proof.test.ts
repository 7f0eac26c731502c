import { emitTree } from "@svc/codegen/workspace";
import { readForeignDocument } from "@svc/model/test-support/documents";
import { afterAll, expect, test } from "vitest";
import { createTrees } from "./generated-trees.ts";
import { runProgram } from "./run-program.ts";

const trees = createTrees();
afterAll(() => trees[Symbol.dispose]());

function run(name: string, document: string, text: string): Promise<string[]> {
  return runProgram(trees, { name, files: emitTree(document, `${name}.json`), text });
}

/** A reader of an agent's steps, and its test. What is wrong with a type is an error of the compiler. */
const AGENT = `
import * as fc from "fast-check";
import { createSvcClient, type Step } from "./index.ts";
import { arbitrary } from "../testing/arbitrary.ts";
import { build, createFakeSvc } from "../testing/index.ts";

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

const fake = createFakeSvc();
fake.clock.auto();
const svc = fake.client(createSvcClient);
fake.on("agent_events", async function* ({ sleep }) {
  for (const step of build.streamItems("agent_events", 600, (index) => ({ data: { index } }))) {
    await sleep(1_000);
    yield step;
  }
});
fake.fail({ operation: "agent_events", dropAfterItems: 200 });
const began = fake.clock.now();
let count = 0;
for await (const { data } of svc.agents.events("a1")) {
  const isStep: Same<typeof data, Step> = true;
  if (isStep && data.index === count) count++;
  if (data.action.kind === "tool_call") data.action.tool.toUpperCase();
}
const minutes = (fake.clock.now() - began) / 60_000;
console.log(count, minutes >= 10 && minutes < 11);
for await (const { level } of svc.agents.log("a1")) {
  const known: "info" | "warning" | "error" = level;
  if (known === "error") break;
}
await fc.assert(fc.asyncProperty(arbitrary.streamItems("agent_events"), async (steps) => {
  fake.on("agent_events", async function* () { yield* steps; });
  const seen: Step[] = [];
  for await (const { data } of svc.agents.events("a2")) seen.push(data);
  if (JSON.stringify(seen) !== JSON.stringify(steps.map(({ data }) => data))) throw new Error("lost on the way");
}), { numRuns: 100 });
// @ts-expect-error: sends no items
export const refused = (): unknown => build.streamItem("agent_start");
console.log("every stream comes as it was sent");
await svc.close();
await fake.close();
`;

test("an agent of FastAPI is read for ten minutes, typed, and tested by made-up streams", {
  timeout: 300_000,
}, async () => {
  expect(await run("agents", readForeignDocument("agents"), AGENT)).toEqual([
    "600 true",
    "every stream comes as it was sent",
  ]);
});

const answer = { type: "object", required: ["text"], properties: { text: { type: "string" } } };
const event = (name: string, data: object): object => ({
  type: "object",
  required: ["event", "data"],
  properties: { event: { const: name }, data },
});
const count = { contentMediaType: "application/json", contentSchema: { type: "integer" } };
const both = {
  openapi: "3.2.0",
  info: { title: "Chat", version: "1" },
  paths: {
    "/completions": {
      post: {
        operationId: "complete",
        "x-svc-method": "chat.complete",
        requestBody: { required: true, content: { "application/json": { schema: { type: "object" } } } },
        responses: {
          200: {
            description: "The answer as a whole, or as it is made",
            content: {
              "application/json": { schema: answer },
              "text/event-stream": {
                "x-svc-stream": { end: "[DONE]", error: "error" },
                itemSchema: { oneOf: [event("token", { type: "string" }), event("usage", count)] },
              },
            },
          },
        },
      },
    },
  },
};

const CHAT = `
import { createSvcClient } from "./index.ts";
import { createFakeSvc } from "../testing/index.ts";

const fake = createFakeSvc();
const svc = fake.client(createSvcClient);
const whole: string = (await svc.chat.complete({})).text;
console.log(whole === (await svc.chat.complete({}, { accept: "application/json" })).text);
fake.on("complete", ({ request }) => {
  if (request.headers.get("accept") !== "text/event-stream") return { text: "all" };
  return (async function* () {
    yield { event: "token", data: "all" };
    yield { event: "usage", data: 3 };
  })();
});
for await (const item of svc.chat.complete({}, { accept: "text/event-stream" })) {
  if (item.event === "usage") console.log(item.data.toFixed(1));
  else console.log(item.data.toUpperCase());
}
console.log((await svc.chat.complete({})).text);
await svc.close();
await fake.close();
`;

test("of an operation with an answer and a stream, an option says which, and types it", {
  timeout: 300_000,
}, async () => {
  expect(await run("chat", JSON.stringify(both), CHAT)).toEqual(["true", "ALL", "3.0", "all"]);
});
