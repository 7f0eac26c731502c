import assert from "node:assert/strict";
import Stripe from "stripe";

/** @type {import("../program.ts").Program} */
export async function calls({ url, call, fail }) {
  const { hostname, port } = new URL(url);
  const at = { host: hostname, port, protocol: "http" };
  const stripe = new Stripe("sk_test_123", { ...at, maxNetworkRetries: 2 });
  let ann;
  let bob;
  let intent;

  await call("customers.create (form body)", async () => {
    ann = await stripe.customers.create({ email: "a@example.com", name: "Ann", metadata: { k: "v" } });
    assert.equal(ann.email, "a@example.com");
    assert.equal(ann.metadata?.k, "v");
  });

  await call("customers.create gives an id with its prefix", () => assert.match(ann.id, /^cus_/));

  await call("customers.retrieve", async () => {
    assert.equal((await stripe.customers.retrieve(ann.id)).email, "a@example.com");
  });

  await call("customers.update", async () => {
    const updated = await stripe.customers.update(ann.id, { name: "Bob" });
    assert.equal(updated.name, "Bob");
    assert.equal(updated.email, "a@example.com");
  });

  await call("customers.list has it", async () => {
    bob = await stripe.customers.create({ email: "b@example.com" });
    const { data } = await stripe.customers.list({ limit: 10 });
    assert.ok(data.some(({ id }) => id === ann.id));
  });

  await call("auto-pagination finds all, and ends", async () => {
    for (let index = 0; index < 25; index++) await stripe.customers.create({ email: `p${index}@example.com` });
    const ids = new Set();
    let count = 0;
    for await (const { id } of stripe.customers.list({ limit: 10 })) {
      ids.add(id);
      assert.ok(++count <= 200, "never ends");
    }
    assert.ok(ids.size >= 27, `${count} items, ${ids.size} distinct`);
  });

  await call("customers.list by e-mail", async () => {
    assert.equal((await stripe.customers.list({ email: "b@example.com" })).data.length, 1);
  });

  await call("customers.del, then retrieve says deleted or 404", async () => {
    assert.equal((await stripe.customers.del(bob.id)).deleted, true);
    const again = await stripe.customers.retrieve(bob.id).catch((error) => error);
    assert.ok(again.deleted === true || again.statusCode === 404);
  });

  await call("an unknown id is 404, with Stripe's type of error", async () => {
    const error = { statusCode: 404, type: "StripeInvalidRequestError" };
    await assert.rejects(stripe.customers.retrieve("cus_nope"), error);
  });

  await call("a bad body is 400", async () => {
    await assert.rejects(stripe.paymentIntents.create({ amount: "x", currency: "usd" }), { statusCode: 400 });
  });

  await call("paymentIntents.create", async () => {
    const given = { amount: 2000, currency: "usd", customer: ann.id };
    intent = await stripe.paymentIntents.create({ ...given, payment_method_types: ["card"] });
    const { amount, currency, customer } = intent;
    assert.deepEqual({ amount, currency, customer }, given);
  });

  await call("paymentIntents.confirm", async () => {
    assert.equal((await stripe.paymentIntents.confirm(intent.id, {})).id, intent.id);
  });

  await call("subscriptions.create (an array of objects in a form)", async () => {
    const price = await stripe.prices.create({ currency: "usd", unit_amount: 500, product_data: { name: "Gold" } });
    const given = { customer: ann.id, items: [{ price: price.id, quantity: 2 }] };
    assert.ok((await stripe.subscriptions.create(given)).id);
  });

  await call("balance.retrieve", async () => {
    assert.equal((await stripe.balance.retrieve()).object, "balance");
  });

  const noRequest = "the client rejects an empty key and sends no request";
  const withoutKey = async () => {
    const nobody = new Stripe("", { ...at, maxNetworkRetries: 0 });
    await assert.rejects(nobody.customers.list(), { statusCode: 401 });
  };
  await call("401 without a key", withoutKey, { exception: noRequest });

  await call("503 is tried again", async () => {
    fail({ operation: "GetCustomers", status: 503, times: 1 });
    assert.equal((await stripe.customers.list({ limit: 1 })).data.length, 1);
  });

  await call("files.create (upload)", async () => {
    const file = { data: Buffer.from("hello"), name: "a.txt", type: "text/plain" };
    const created = await stripe.files.create({ purpose: "dispute_evidence", file }, { host: hostname });
    assert.equal(created.purpose, "dispute_evidence");
  });
}
