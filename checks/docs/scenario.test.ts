import { expect, test } from "vitest";
import { isRepeatable, readOperation } from "../../docs/playground/src/code/read-call.ts";
import { isOffered } from "../../docs/playground/src/code/scenario.ts";

const TEXTS = { id: "one", title: "One", summary: "" };
const method = readOperation.name.join(".");
const call = `await svc.${method}({ ${readOperation.parameters.map(({ name }) => name).join(", ")} });`;

test("a scenario is offered where the document has all methods that it calls", () => {
  expect(isOffered({ ...TEXTS, code: call })).toBe(true);
  expect(isOffered({ ...TEXTS, code: `${call} await svc.no.such.method();` })).toBe(false);
  expect(isOffered({ ...TEXTS, code: "return svc;" })).toBe(true);
});

test("a scenario that does not give what a method requires is not offered", () => {
  const asksNothing = readOperation.parameters.every((one) => one.in === "path" || !one.required);
  expect(isOffered({ ...TEXTS, code: `await svc.${method}({});` })).toBe(asksNothing);
});

test("a method that the code calls by another function counts as well", () => {
  expect(isOffered({ ...TEXTS, code: call, method })).toBe(true);
  expect(isOffered({ ...TEXTS, code: call, method: "no.such.method" })).toBe(false);
});

test("a scenario of the second service does not depend on the document", () => {
  expect(isOffered({ ...TEXTS, service: "agents", code: "await svc.no.such.method();" })).toBe(true);
});

test("a call is sent again where its method is idempotent, or a key makes it so", () => {
  const { idempotency: _, ...operation } = readOperation;
  const sentBy = (verb: (typeof operation)["method"]) => isRepeatable({ ...operation, method: verb });
  expect((["get", "put", "delete", "post", "patch"] as const).map(sentBy)).toEqual([true, true, true, false, false]);
  const key = { idempotency: { header: "idempotency-key" } } as unknown as typeof readOperation;
  expect(isRepeatable({ ...operation, ...key, method: "post" })).toBe(true);
  expect(isOffered({ ...TEXTS, code: call, sendsAgain: true })).toBe(isRepeatable(readOperation));
});
