import { describe, expect, test } from "vitest";
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

describe("names that were given", () => {
  const cookie = { wireName: "Cookie", kept: "Cookie", keptBuilders: { one: "cookie", several: "cookies" } };

  test("stay, builders of several too; a newcomer is built by a name of its own", () => {
    expect(nameSchemas([{ wireName: "Cookies" }, cookie])).toEqual([
      { typeName: "Cookies", builderName: "cookiesData" },
      { typeName: "Cookie", builderName: "cookie", listBuilderName: "cookies" },
    ]);
  });

  test("stay with a suffix: naming again changes nothing", () => {
    const wireNames = ["Foo_Bar", "FooBar", "HTTPError", "HttpError", "User", "Users", "args", "NaN"];
    const first = names(...wireNames);
    const second = first.map(({ typeName, builderName, listBuilderName }, index) => ({
      wireName: wireNames[index] ?? "",
      kept: typeName,
      keptBuilders: { one: builderName, several: listBuilderName },
    }));
    expect(nameSchemas(second)).toEqual(first);
    expect(nameSchemas(second.toReversed())).toEqual(first.toReversed());
  });

  test("of builders are free again when the type gets another name", () => {
    const renamed = { ...cookie, override: "Biscuit" };
    expect(nameSchemas([renamed])[0]).toEqual({
      typeName: "Biscuit",
      builderName: "biscuit",
      listBuilderName: "biscuits",
    });
  });

  test("of former types are no newcomer's, unless it gets the type's name", () => {
    const former = new Map([["Cookie", { one: "cookie", several: "cookies" }]]);
    expect(nameSchemas([{ wireName: "Cookies" }], former)[0]?.builderName).toBe("cookiesData");
    expect(nameSchemas([{ wireName: "Cookie" }], former)[0]).toMatchObject({ builderName: "cookie" });
  });

  test("that cannot be spelled are made so that they can", () => {
    const odd = { wireName: "Cookie", kept: "my cookie", keptBuilders: { one: "a b", several: "*/" } };
    expect(nameSchemas([odd])[0]).toEqual({
      typeName: "MyCookie",
      builderName: "myCookie",
      listBuilderName: "myCookies",
    });
  });
});
