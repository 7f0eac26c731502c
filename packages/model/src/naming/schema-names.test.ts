import { expect, test } from "vitest";
import { nameSchemas } from "./schema-names.ts";

function names(...wireNames: readonly string[]) {
  return nameSchemas(wireNames.map((wireName) => ({ wireName })));
}

test("a schema gets a type, a builder and a builder of several", () => {
  expect(names("network_log_batch")).toEqual([
    { typeName: "NetworkLogBatch", builderName: "networkLogBatch", listBuilderName: "networkLogBatches" },
  ]);
});

test("the document can name the type", () => {
  expect(nameSchemas([{ wireName: "EmailResponse", override: "Email" }])[0]).toEqual({
    typeName: "Email",
    builderName: "email",
    listBuilderName: "emails",
  });
});

test("of several that would share a name, the exact one keeps it", () => {
  const [first, second] = names("Foo_Bar", "FooBar");
  expect(second?.typeName).toBe("FooBar");
  expect(first?.typeName).toMatch(/^FooBar_\w{7}$/);
});

test("a plural never takes the name of another builder", () => {
  const [one, many] = names("User", "Users");
  expect(one).toMatchObject({ builderName: "user" });
  expect(one).not.toHaveProperty("listBuilderName");
  expect(many).toMatchObject({ builderName: "users" });
});

test("builders leave the tools of the builder object alone", () => {
  expect(names("args", "Response").map(({ builderName }) => builderName)).toEqual(["args_", "response_"]);
});

test("names without a single letter are told apart by suffix", () => {
  const found = names("🦄", "*/", "Schema").map(({ typeName }) => typeName);
  expect(new Set(found).size).toBe(3);
  expect(found[2]).toBe("Schema");
});
