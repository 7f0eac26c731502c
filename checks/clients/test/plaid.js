import assert from "node:assert/strict";
import { Configuration, PlaidApi } from "plaid";

/** @type {import("../program.ts").Program} */
export async function calls({ url, call }) {
  const headers = { "PLAID-CLIENT-ID": "id", "PLAID-SECRET": "secret" };
  const plaid = new PlaidApi(new Configuration({ basePath: url, baseOptions: { headers } }));
  const at = { access_token: "access-sandbox-1" };
  const user = { client_user_id: "u1" };

  await call("linkTokenCreate", async () => {
    const given = { user, client_name: "Shop", products: ["auth"], country_codes: ["US"], language: "en" };
    assert.equal(typeof (await plaid.linkTokenCreate(given)).data.link_token, "string");
  });

  await call("linkTokenGet", async () => {
    assert.equal((await plaid.linkTokenGet({ link_token: "link-sandbox-1" })).data.link_token, "link-sandbox-1");
  });

  await call("itemPublicTokenExchange", async () => {
    const { data } = await plaid.itemPublicTokenExchange({ public_token: "public-sandbox-1" });
    assert.ok(data.access_token && data.item_id && data.request_id);
  });

  await call("itemGet", async () => assert.ok((await plaid.itemGet(at)).data.item.item_id));

  await call("accountsGet", async () => assert.ok(Array.isArray((await plaid.accountsGet(at)).data.accounts)));

  await call("authGet", async () => assert.ok(Array.isArray((await plaid.authGet(at)).data.numbers.ach)));

  await call("identityGet", async () => assert.ok(Array.isArray((await plaid.identityGet(at)).data.accounts)));

  await call(
    "transactionsGet counts what it lists",
    async () => {
      const given = { ...at, start_date: "2021-01-01", end_date: "2021-02-01", options: { count: 100, offset: 0 } };
      const { transactions, total_transactions: total } = (await plaid.transactionsGet(given)).data;
      assert.equal(total, transactions.length);
    },
    { exception: "lists read by POST are generated" },
  );

  await call("institutionsGet gives no more than were asked for", async () => {
    const { data } = await plaid.institutionsGet({ count: 2, offset: 0, country_codes: ["US"] });
    assert.ok(data.institutions.length <= 2);
  });

  await call(
    "institutionsGetById is the one that was asked for",
    async () => {
      const given = { institution_id: "ins_3", country_codes: ["US"] };
      assert.equal((await plaid.institutionsGetById(given)).data.institution.institution_id, "ins_3");
    },
    { exception: "a response repeats request fields at its top, not in `institution`" },
  );

  await call(
    "paymentInitiationRecipientCreate, get",
    async () => {
      const given = { name: "Ann", iban: "NL02ABNA0123456789" };
      const { recipient_id } = (await plaid.paymentInitiationRecipientCreate(given)).data;
      const { data } = await plaid.paymentInitiationRecipientGet({ recipient_id });
      assert.deepEqual([data.recipient_id, data.name, data.iban], [recipient_id, "Ann", given.iban]);
    },
    { exception: "paths that end in verbs, with ids in bodies, are no collection" },
  );

  await call("itemRemove", async () => assert.ok((await plaid.itemRemove(at)).data.request_id));

  await call("a call without its token is an error of Plaid's shape", async () => {
    await assert.rejects(plaid.accountsGet({}), (error) => {
      assert.equal(error.response?.status, 400);
      assert.equal(typeof error.response.data.error_message, "string", JSON.stringify(error.response.data));
      return true;
    });
  });
}
