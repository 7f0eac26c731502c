import { expect, onTestFinished, test } from "vitest";
import { DEFAULT_NAME } from "./emit/sdk-name.ts";
import { startThread } from "./emitter-thread.ts";
import { contextOf } from "./generate.ts";
import { treeLayout } from "./layouts/tree.ts";
import { readModel } from "./read-model.ts";

const DOCUMENT = {
  openapi: "3.1.0",
  info: { title: "Pets", version: "1" },
  components: { schemas: { Pet: { type: "object", properties: { name: { type: "string", readOnly: true } } } } },
  paths: {
    "/pets": {
      get: {
        operationId: "list",
        responses: {
          200: {
            description: "Pets",
            content: { "application/json": { schema: { $ref: "#/components/schemas/Pet" } } },
          },
        },
      },
    },
  },
};

function request() {
  const { model } = readModel(JSON.stringify(DOCUMENT), "pets.json");
  const facts = { sdk: DEFAULT_NAME, config: {}, command: "generate", runtime: "1.0.0" };
  return { model, context: contextOf(model, treeLayout(facts, [])) };
}

function threads() {
  const large = startThread(" ".repeat(1_000_000));
  onTestFinished(() => large.end());
  return { here: startThread(""), large };
}

test("the thread of a large document makes what is made here for a small one", async () => {
  const { here, large } = threads();
  const made = await large.emit(request());
  expect(made).toEqual(await here.emit(request()));
  expect(made[0].files.get("types/index.ts")).toContain("Pet");
});

test("an emitter that fails in the thread fails with the same error", async () => {
  const { here, large } = threads();
  const { model, context } = request();
  const broken = { model: { ...model, operations: undefined as never }, context };
  const expected = await here.emit(broken).catch((error: Error) => error);
  await expect(large.emit(broken)).rejects.toEqual(expected);
});
