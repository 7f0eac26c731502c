import { AssertionError } from "node:assert";
import { expect, test } from "vitest";
import { createFakeSvc } from "../test/support/service.ts";
import { assertNotReceived, assertReceived, countReceived } from "./assert.ts";
import { matchers } from "./jest.ts";
import "./vitest.ts";

expect.extend(matchers);

async function called(...limits: number[]) {
  const fake = createFakeSvc();
  const headers = { authorization: "Bearer s3cret" };
  for (const limit of limits) await fake.fetch(`${fake.baseUrl}/personas/p1/emails?limit=${limit}`, { headers });
  return fake;
}

function messageOf(assertion: () => void): string {
  try {
    assertion();
  } catch (error) {
    return (error as Error).message;
  }
  return "it passed";
}

test("every runner is told the same", async () => {
  const fake = await called(10);
  const expected = { query: { limit: 20 }, headers: { authorization: "Bearer s3cret" } };
  const message = messageOf(() => assertReceived(fake, "persona_emails_list", expected));
  expect(message).toContain("query.limit: expected 20, got 10");
  expect(message).not.toContain("s3cret");
  expect(messageOf(() => expect(fake).toHaveReceived("persona_emails_list", expected))).toBe(message);
  expect(matchers.toHaveReceived(fake, "persona_emails_list", expected).message()).toBe(message);
});

test("plain functions throw an AssertionError that begins at their caller", async () => {
  const fake = await called(10);
  expect(() => assertReceived(fake, "health_get")).toThrow(AssertionError);
  expect(() => assertNotReceived(fake, "persona_emails_list")).toThrow(AssertionError);
  assertReceived(fake, "persona_emails_list", { query: { limit: 10 }, times: 1 });
  assertNotReceived(fake, "persona_emails_list", { query: { limit: 11 } });
});

test("the stack of a failure begins where the assertion was called", () => {
  try {
    assertReceived({ calls: [] }, "health_get");
    expect.unreachable();
  } catch (error) {
    expect((error as Error).stack).not.toContain("src/assert.ts");
  }
});

test("calls are counted, all or those that are as expected", async () => {
  const fake = await called(10, 20, 20);
  expect(countReceived(fake, "persona_emails_list")).toBe(3);
  expect(countReceived(fake, "persona_emails_list", { query: { limit: 20 } })).toBe(2);
  expect(countReceived(fake, "health_get")).toBe(0);
});
