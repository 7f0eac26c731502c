import { expect, test } from "vitest";
import { clientVariable, namesOf, sdkName } from "./sdk-name.ts";

test("the spellings of a name are one name", () => {
  const expected = { camel: "myApi", pascal: "MyApi", env: "MY_API", kebab: "my-api" };
  for (const given of ["my-api", "myApi", "My API", "my_api"]) expect(sdkName(given)).toEqual(expected);
  expect(namesOf(sdkName("acme"))).toMatchObject({ createClient: "createAcmeClient", apiError: "AcmeApiError" });
});

test.each(["", "9lives", "a/b", "../x", "é", "x".repeat(41), "-", "a;b"])("%j is no name", (given) => {
  expect(() => sdkName(given)).toThrow(/^--name /);
});

test.each(["not-found", "validation", "Rate Limit", "server"])(
  "%j would give an error class another meaning",
  (given) => {
    expect(() => sdkName(given)).toThrow(/two meanings/);
  },
);

test("examples call the client by its name, unless that means something else", () => {
  expect(["acme", "new", "fake", "my-api"].map((name) => clientVariable(sdkName(name)))).toEqual([
    "acme",
    "client",
    "client",
    "myApi",
  ]);
});
