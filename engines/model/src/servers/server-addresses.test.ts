import { expect, test } from "vitest";
import type { Server } from "./server.ts";
import { serverAddresses } from "./server-addresses.ts";

const address = (url: string, variables?: Server["variables"]) =>
  serverAddresses({ servers: [{ url, ...(variables && { variables }) }], operations: [] });

test("a server with a path has an origin, and a path that ends at a segment", () => {
  const [server] = address("https://api.example.com/v1/");
  expect(server?.origin).toBe("https://api.example.com");
  expect(["/v1/users", "/v1", "/v1?a=1", "/v10/users"].map((path) => server?.path?.exec(path)?.[0])).toEqual([
    "/v1",
    "/v1",
    "/v1",
    undefined,
  ]);
});

test.each(["/", "", "https://api.example.com"])("%j has no path", (url) => {
  expect(address(url)[0]?.path).toBeUndefined();
});

test.each(["/api/v2", "./api/v2/", "api/v2"])("the relative %j is a path on every host", (url) => {
  const [server] = address(url);
  expect(server?.origin).toBeUndefined();
  expect(["/api/v2/x", "/api/x"].map((path) => server?.path?.test(path))).toEqual([true, false]);
});

test("variables of a path take the values of their enum, or any segment", () => {
  const [listed] = address("https://a.example/{version}", { version: { default: "v1", enum: ["v1", "v2"] } });
  expect(["/v1/x", "/v2/x", "/v3/x"].map((path) => listed?.path?.test(path))).toEqual([true, true, false]);
  const [free] = address("https://a.example/{base}", { base: { default: "v2/deep" } });
  expect(["/v2/deep/x", "/other/x"].map((path) => free?.path?.exec(path)?.[0])).toEqual(["/v2/deep", "/other"]);
});

test("variables of a host take any value only below a domain of the service", () => {
  const [own] = address("https://{shop}.example.com", { shop: { default: "demo" } });
  expect(own?.origin).toSatisfy((origin: RegExp) => origin.test("https://ann.example.com"));
  const [any] = address("https://{host}/api", { host: { default: "demo.example" } });
  expect(any?.origin).toSatisfy((origin: RegExp) => origin.test("https://demo.example"));
  expect(any?.origin).not.toSatisfy((origin: RegExp) => origin.test("https://ann.example.com"));
});

test("a variable that is the whole address stands for its default only", () => {
  expect(address("{base_url}", { base_url: { default: "https://svc.invalid" } })).toMatchObject([
    { origin: "https://svc.invalid", path: undefined },
  ]);
});

test("a variable whose value has a path stands for host and path", () => {
  const [server] = address("https://{host}", { host: { default: "api.example.com/v1" } });
  expect(server?.origin).toBe("https://api.example.com");
  expect(server?.path?.test("/v1/users")).toBe(true);
});
