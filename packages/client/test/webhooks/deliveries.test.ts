import { createFakeSvc } from "@svc/testing";
import type { Fake } from "@svc/testing/runtime";
import { expect, test } from "vitest";
import { unwrap, WebhookVerificationError } from "../../src/webhooks.ts";
import { document } from "./document.ts";

test("a good delivery is taken; a forged, a changed, a late and a repeated one are refused", async () => {
  // Typed by no document: the committed one may have webhooks of its own.
  const fake = createFakeSvc({ document }) as unknown as Fake<Record<never, never>>;
  const seen = new Set<string>();
  const taken: unknown[] = [];
  const refused: string[] = [];
  const to = async (request: Request): Promise<Response> => {
    try {
      const isNew = (id: string): boolean => !seen.has(id) && seen.add(id) === seen;
      taken.push(await unwrap(request, fake.webhooks.secret, { clock: fake.clock, isNew }));
      return new Response(null, { status: 204 });
    } catch (error) {
      if (!WebhookVerificationError.is(error)) throw error;
      refused.push(error.reason);
      return new Response(error.reason, { status: error.reason === "repeated" ? 200 : 400 });
    }
  };
  fake.clock.auto();
  const payload = { type: "order.paid", data: { id: "o1", total: 5 } };
  expect(await fake.webhooks.send("order.paid", payload, { to })).toMatchObject({ isDelivered: true, payload });
  expect(taken).toEqual([payload]);
  expect(await fake.webhooks.send("order.paid", payload, { to, forge: true })).toMatchObject({ isDelivered: false });
  await fake.webhooks.send("order.paid", payload, { to, corrupt: true });
  await fake.webhooks.send("order.paid", payload, { to, delayMs: 301_000 });
  const late = await fake.webhooks.send("order.paid", undefined, { to, repeat: 1 });
  expect(late.attempts.map(({ status }) => status)).toEqual([204, 200]);
  expect(refused).toEqual(["signature", "signature", "too-old", "repeated"]);
  expect(taken).toHaveLength(2);
  expect(fake.webhooks.deliveries).toHaveLength(5);
  expect(JSON.stringify(fake.webhooks.deliveries)).not.toContain(fake.webhooks.secret.slice(6));
});
