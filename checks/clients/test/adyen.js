import assert from "node:assert/strict";
import adyen from "@adyen/api-library";

const HOST = "https://management-test.adyen.com";

export const options = { baseUrl: `${HOST}/v1` };

const MERCHANT = "YourMerchant";
const WEBHOOK = { type: "standard", url: "https://example.com/hook", active: true, communicationFormat: "json" };

/** @type {import("../program.ts").Program} */
export async function calls({ fake, call }) {
  // This client speaks TLS alone: its requests are intercepted.
  fake.intercept();
  const client = new adyen.Client({ apiKey: "key", environment: "TEST" });
  const management = new adyen.Management(client);
  const { WebhooksMerchantLevelApi: webhooks, UsersMerchantLevelApi: users } = management;
  const { AccountStoreLevelApi: stores, MyAPICredentialApi: me } = management;
  let webhook;

  await call("WebhooksMerchantLevel.setUpWebhook", async () => {
    webhook = await webhooks.setUpWebhook(MERCHANT, WEBHOOK);
    const { type, url: address, active, communicationFormat } = webhook;
    assert.deepEqual({ type, url: address, active, communicationFormat }, WEBHOOK);
    assert.ok(webhook.id);
  });

  await call("WebhooksMerchantLevel.getWebhook", async () => {
    assert.equal((await webhooks.getWebhook(MERCHANT, webhook.id)).url, WEBHOOK.url);
  });

  await call("a webhook's links lead to itself", async () => {
    const { links } = await webhooks.getWebhook(MERCHANT, webhook.id);
    assert.match(links?.self?.href ?? "", new RegExp(`/merchants/${MERCHANT}/webhooks/${webhook.id}$`));
  });

  await call("WebhooksMerchantLevel.updateWebhook", async () => {
    await webhooks.updateWebhook(MERCHANT, webhook.id, { active: false, description: "off" });
    const { active, description, url: address } = await webhooks.getWebhook(MERCHANT, webhook.id);
    assert.deepEqual([active, description, address], [false, "off", WEBHOOK.url]);
  });

  await call("WebhooksMerchantLevel.listAllWebhooks has it, and counts", async () => {
    const { data, itemsTotal } = await webhooks.listAllWebhooks(MERCHANT);
    assert.ok(data.some(({ id }) => id === webhook.id));
    assert.equal(itemsTotal, data.length);
  });

  await call("the pages of webhooks together are all of them", async () => {
    for (let index = 0; index < 12; index++)
      await webhooks.setUpWebhook(MERCHANT, { ...WEBHOOK, url: `https://example.com/${index}` });
    const ids = [];
    let total = 1;
    for (let pageNumber = 1; pageNumber <= total; pageNumber++) {
      const page = await webhooks.listAllWebhooks(MERCHANT, { params: { pageNumber: `${pageNumber}`, pageSize: "5" } });
      total = page.pagesTotal;
      assert.ok(total < 20, `${total} pages`);
      ids.push(...page.data.map(({ id }) => id));
    }
    assert.deepEqual([ids.length, new Set(ids).size], [13, 13]);
  });

  await call("the next page's link leads to the next page", async () => {
    const { links } = await webhooks.listAllWebhooks(MERCHANT, { params: { pageNumber: "1", pageSize: "5" } });
    assert.match(links?.next?.href ?? "", /pageNumber=2/);
  });

  await call("WebhooksMerchantLevel.generateHmacKey", async () => {
    assert.ok((await webhooks.generateHmacKey(MERCHANT, webhook.id)).hmacKey);
  });

  await call("WebhooksMerchantLevel.removeWebhook, then 404", async () => {
    await webhooks.removeWebhook(MERCHANT, webhook.id);
    await assert.rejects(webhooks.getWebhook(MERCHANT, webhook.id), { statusCode: 404 });
  });

  await call(
    "a webhook without its address is refused with a message",
    async () => {
      await assert.rejects(webhooks.setUpWebhook(MERCHANT, { type: "standard" }), (error) => {
        assert.ok([400, 422].includes(error.statusCode), `${error.statusCode} ${error.message}`);
        assert.doesNotMatch(error.message, /undefined|\[object/);
        return true;
      });
    },
    { exception: "the client prints `message`, which the document's error does not allow" },
  );

  await call("UsersMerchantLevel.createNewUser, getUserDetails, listUsers", async () => {
    const given = { username: "ann", email: "a@example.com", name: { firstName: "Ann", lastName: "Smith" } };
    const { id } = await users.createNewUser(MERCHANT, given);
    const { username, email, name } = await users.getUserDetails(MERCHANT, id);
    assert.deepEqual([username, email, name.firstName], ["ann", "a@example.com", "Ann"]);
    assert.ok((await users.listUsers(MERCHANT)).data.some((user) => user.id === id));
  });

  await call("AccountStoreLevel.createStoreByMerchantId, getStore by id alone", async () => {
    const address = { country: "NL", line1: "Street 1", city: "Amsterdam", postalCode: "1011 AB" };
    const given = { description: "Shop", shopperStatement: "Shop", phoneNumber: "+31200000000", address };
    const { id } = await stores.createStoreByMerchantId(MERCHANT, given);
    assert.equal((await stores.getStore(MERCHANT, id)).description, "Shop");
    assert.equal((await stores.getStoreById(id)).address.city, "Amsterdam");
  });

  await call("MyAPICredential.addAllowedOrigin, getAllowedOrigins, remove", async () => {
    await me.addAllowedOrigin({ domain: "https://shop.example.com" });
    const origin = (await me.getAllowedOrigins()).data.find(({ domain }) => domain === "https://shop.example.com");
    assert.ok(origin?.id, "not listed");
    await me.removeAllowedOrigin(origin.id);
    assert.ok(!(await me.getAllowedOrigins()).data.some(({ id }) => id === origin.id));
  });
}
