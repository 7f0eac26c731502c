import { createModel, type Server } from "@svc/model";
import { expect, test } from "vitest";
import { namedServers, operationServer } from "./servers.ts";

function modelOf(servers: readonly Server[], own?: readonly Server[]) {
  const get = { operationId: "a", responses: { 204: { description: "" } }, ...(own && { servers: own }) };
  return createModel({ openapi: "3.1.0", info: { title: "t", version: "1" }, servers, paths: { "/a": { get } } });
}

test("servers have the name that their description tells, else that of their host", () => {
  const servers = [
    { url: "https://a.example.com", description: "Production server" },
    { url: "https://b.example.com", description: "The address at which everybody calls us, by day and by night" },
    { url: "https://b.example.com/v2" },
    { url: "/v1" },
    { url: "{base}", variables: { base: { default: "https://svc.invalid" } } },
  ];
  expect(namedServers(modelOf(servers))).toEqual({
    production: { url: "https://a.example.com" },
    "b.example.com": { url: "https://b.example.com" },
    "https://b.example.com/v2": { url: "https://b.example.com/v2" },
  });
});

test("an operation's own servers are told by the names of the document's, or there is one", () => {
  const servers = [
    { url: "https://a.example.com", description: "Production" },
    { url: "https://s.example.com", description: "Sandbox" },
  ];
  const own = [
    { url: "https://up.a.example.com", description: "Production" },
    { url: "https://up.s.example.com", description: "Sandbox" },
  ];
  const serverOf = (list: readonly Server[]) => {
    const model = modelOf(servers, list);
    return model.operations.map((operation) => operationServer(operation, model))[0];
  };
  expect(serverOf(own)).toEqual({ production: "https://up.a.example.com", sandbox: "https://up.s.example.com" });
  expect(serverOf(own.slice(0, 1))).toBe("https://up.a.example.com");
  expect(serverOf(servers)).toBeUndefined();
  expect(serverOf([{ url: "http://plain.example.com" }])).toBeUndefined();
});
