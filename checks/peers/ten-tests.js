import assert from "node:assert/strict";
import {
  createSvcClient,
  NotFoundError,
  RateLimitError,
  ServerError,
  TimeoutError,
  ValidationError,
} from "@svc/client";
import { createFakeSvc } from "@svc/testing";
import { assertReceived } from "@svc/testing/assert";
import { build } from "@svc/testing/build";

/**
 * Creates a fake and a client of it.
 * @param {Parameters<typeof createFakeSvc>[0]} [options]
 */
function create(options) {
  const fake = createFakeSvc(options);
  return { fake, svc: fake.client(createSvcClient) };
}

/**
 * Ten tests as a newcomer writes them.
 * @param {(title: string, body: () => Promise<void>) => void} test the runner's function
 */
export function tenTests(test) {
  test("a letter that was put in is listed", async () => {
    const { fake, svc } = create();
    fake.mailboxes("m1").letters.add(build.letter({ topic: "Code 1234" }));
    const [letter] = await svc.mailboxes.letters.list("m1");
    assert.equal(letter.topic, "Code 1234");
  });

  test("parameters are sent as they were given", async () => {
    const { fake, svc } = create();
    await svc.mailboxes.letters.list("m1", { limit: 20 });
    assertReceived(fake, "mailboxes.letters.list", { query: { limit: 20 }, times: 1 });
  });

  test("a limit that is too large is a ValidationError with its place", async () => {
    const { svc } = create();
    const error = await svc.mailboxes.letters.list("m1", { limit: 500 }).catch((reason) => reason);
    assert.ok(ValidationError.is(error));
    assert.deepEqual(error.issues[0].loc, ["query", "limit"]);
  });

  test("stamps of a counter are read", async () => {
    const { fake, svc } = create();
    fake.counters("c1").stamps.set([build.stamp({ motif: "a", price: "1" })]);
    const { stamps } = await svc.counters.stamps.get("c1");
    assert.equal(stamps[0].motif, "a");
  });

  test("a counter that is not there is a NotFoundError", async () => {
    const { fake, svc } = create();
    fake.fail({ operation: "counters.stamps.get", status: 404 });
    await assert.rejects(svc.counters.stamps.get("c1"), (error) => NotFoundError.is(error));
  });

  test("a short outage is got over", async () => {
    const { fake, svc } = create();
    fake.fail({ status: 503, times: 2 });
    await svc.bell.get();
    assertReceived(fake, "bell.get", { times: 3 });
  });

  test("a lasting outage is a ServerError", async () => {
    const { fake, svc } = create();
    fake.fail({ status: 500, times: 20 });
    await assert.rejects(svc.counters.film.get("c1"), (error) => ServerError.is(error));
  });

  test("30 calls at 10 per minute take two resets, and none is refused", async () => {
    const { fake, svc } = create({ rateLimit: { limit: 10 } });
    const began = fake.clock.now();
    await Promise.all(Array.from({ length: 30 }, () => svc.bell.get()));
    assert.equal(Math.round((fake.clock.now() - began) / 60_000), 2);
    assert.ok(fake.calls.every(({ status }) => status === 200));
  });

  test("a service that refuses for ever is a RateLimitError, one that is silent a TimeoutError", async () => {
    const { fake, svc } = create();
    fake.fail({ rateLimited: true, times: 100 });
    await assert.rejects(svc.bell.get(), (error) => RateLimitError.is(error));
    const silent = create();
    silent.fake.fail({ timeout: true, times: 100 });
    await assert.rejects(silent.svc.counters.stamps.get("c1"), (error) => TimeoutError.is(error));
  });

  test("another process is answered over HTTP", async () => {
    const { fake } = create();
    const server = await fake.listen();
    const response = await fetch(`${server.url}/bell`, { headers: { authorization: "Bearer k" } });
    assert.equal(response.status, 200);
    await server.close();
  });
}
