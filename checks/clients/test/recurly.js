import assert from "node:assert/strict";
import recurly from "recurly";

/** @type {import("../program.ts").Program} */
export async function calls({ fake, call }) {
  fake.intercept();
  const client = new recurly.Client("key");
  let ann;

  await call("createAccount", async () => {
    ann = await client.createAccount({ code: "ann", firstName: "Ann", email: "a@example.com" });
    assert.deepEqual([ann.code, ann.firstName, ann.email], ["ann", "Ann", "a@example.com"]);
  });

  await call("a new account is active", () => assert.equal(ann.state, "active"));

  await call("getAccount by id", async () => assert.equal((await client.getAccount(ann.id)).firstName, "Ann"));

  await call(
    "getAccount by code",
    async () => {
      assert.equal((await client.getAccount("code-ann")).id, ann.id);
    },
    { exception: "only the description explains ids with a prefix (`code-ann`)" },
  );

  await call("updateAccount keeps what is not sent", async () => {
    const { firstName, lastName } = await client.updateAccount(ann.id, { lastName: "Smith" });
    assert.deepEqual([firstName, lastName], ["Ann", "Smith"]);
  });

  await call(
    "listAccounts follows the pages to the end",
    async () => {
      for (let index = 0; index < 12; index++) await client.createAccount({ code: `c${index}` });
      const codes = [];
      for await (const { code } of client.listAccounts({ params: { limit: 5 } }).each()) {
        codes.push(code);
        assert.ok(codes.length < 100, "never ends");
      }
      for (let index = 0; index < 12; index++) assert.ok(codes.includes(`c${index}`), `c${index} of ${codes.length}`);
      assert.equal(codes.length, new Set(codes).size);
    },
    { exception: "only the description calls `next` a path" },
  );

  await call(
    "deactivateAccount closes it",
    async () => {
      assert.equal((await client.deactivateAccount(ann.id)).state, "closed");
    },
    { exception: "a DELETE that returns the item shows its former state" },
  );

  await call("createPlan, getPlan", async () => {
    const currencies = [{ currency: "USD", unitAmount: 10 }];
    const plan = await client.createPlan({ code: "gold", name: "Gold", currencies });
    const got = await client.getPlan(plan.id);
    assert.deepEqual([got.name, got.currencies[0].unitAmount], ["Gold", 10]);
  });

  await call("createItem, getItem", async () => {
    const item = await client.createItem({ code: "shirt", name: "Shirt" });
    assert.equal((await client.getItem(item.id)).name, "Shirt");
  });

  await call(
    "createCoupon is redeemable",
    async () => {
      const given = { code: "ten", name: "Ten", discountType: "percent", discountPercent: 10 };
      const coupon = await client.createCoupon(given);
      assert.deepEqual([coupon.name, coupon.state], ["Ten", "redeemable"]);
    },
    { exception: "the first listed state is `maxed_out`" },
  );

  await call(
    "createAccountNote, listAccountNotes",
    async () => {
      const { id } = await client.createAccountNote(ann.id, { message: "Called" });
      const notes = [];
      for await (const note of client.listAccountNotes(ann.id).each()) notes.push(note);
      assert.equal(notes.find((note) => note.id === id)?.message, "Called");
    },
    { exception: "the document has no operation that creates notes" },
  );

  await call(
    "an unknown account is a NotFoundError",
    async () => {
      await assert.rejects(client.getAccount("nope"), (error) => {
        assert.ok(error instanceof recurly.errors.NotFoundError, `${error.constructor.name} ${error.message}`);
        return true;
      });
    },
    { exception: "the client reads errors from `error`, which the document does not have" },
  );

  await call(
    "an account without its code is a ValidationError",
    async () => {
      await assert.rejects(client.createAccount({ firstName: "x" }), (error) => {
        assert.ok(error instanceof recurly.errors.ValidationError, `${error.constructor.name} ${error.message}`);
        return true;
      });
    },
    { exception: "the client reads errors from `error`, which the document does not have" },
  );
}
