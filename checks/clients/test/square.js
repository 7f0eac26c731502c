import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { ApiError, Client, Environment } from "square";

const hasStatus =
  (...statuses) =>
  (error) => {
    assert.ok(error instanceof ApiError, String(error));
    assert.ok(statuses.includes(error.statusCode), String(error.statusCode));
    assert.ok(error.errors?.[0]?.code && error.errors[0].category, JSON.stringify(error.errors));
    return true;
  };

/** @type {import("../program.ts").Program} */
export async function calls({ url, call }) {
  const square = new Client({ environment: Environment.Custom, customUrl: url, accessToken: "token" });
  const { customersApi: customers, ordersApi: orders, locationsApi: locations, catalogApi: catalog } = square;
  const key = () => randomUUID();
  let ann;
  let order;

  await call("createCustomer", async () => {
    ({ customer: ann } = (await customers.createCustomer({ givenName: "Ann", emailAddress: "a@example.com" })).result);
    assert.deepEqual([ann.givenName, ann.emailAddress], ["Ann", "a@example.com"]);
  });

  await call("retrieveCustomer", async () => {
    assert.equal((await customers.retrieveCustomer(ann.id)).result.customer.givenName, "Ann");
  });

  await call("updateCustomer", async () => {
    await customers.updateCustomer(ann.id, { familyName: "Smith" });
    const { customer } = (await customers.retrieveCustomer(ann.id)).result;
    assert.deepEqual([customer.givenName, customer.familyName], ["Ann", "Smith"]);
  });

  await call("listCustomers follows the cursor to the end", async () => {
    for (let index = 0; index < 12; index++) await customers.createCustomer({ givenName: `C${index}` });
    const names = [];
    for (let cursor, pages = 0; pages === 0 || cursor; pages++) {
      const { result } = await customers.listCustomers(cursor, 5);
      assert.ok(pages < 20, "never ends");
      names.push(...(result.customers ?? []).map(({ givenName }) => givenName));
      cursor = result.cursor;
    }
    for (let index = 0; index < 12; index++) assert.ok(names.includes(`C${index}`), `C${index} of ${names.length}`);
    assert.equal(names.length, new Set(names).size);
  });

  await call("searchCustomers by e-mail", async () => {
    const query = { filter: { emailAddress: { exact: "a@example.com" } } };
    const found = (await customers.searchCustomers({ query })).result.customers ?? [];
    assert.deepEqual(
      found.map(({ id }) => id),
      [ann.id],
    );
  });

  await call("deleteCustomer, then 404", async () => {
    await customers.deleteCustomer(ann.id);
    await assert.rejects(customers.retrieveCustomer(ann.id), hasStatus(404));
  });

  await call("createLocation, listLocations", async () => {
    const { location } = (await locations.createLocation({ location: { name: "Shop" } })).result;
    assert.equal(location.name, "Shop");
    assert.ok((await locations.listLocations()).result.locations.some(({ id }) => id === location.id));
  });

  await call("createOrder is open", async () => {
    const lineItems = [{ name: "Tea", quantity: "2", basePriceMoney: { amount: 350n, currency: "USD" } }];
    const given = { idempotencyKey: key(), order: { locationId: "L1", lineItems } };
    ({ order } = (await orders.createOrder(given)).result);
    assert.deepEqual([order.locationId, order.state], ["L1", "OPEN"]);
    assert.equal(order.lineItems[0].basePriceMoney.amount, 350n);
  });

  await call("retrieveOrder", async () => {
    assert.equal((await orders.retrieveOrder(order.id)).result.order.lineItems[0].name, "Tea");
  });

  await call("searchOrders by location", async () => {
    const found = (await orders.searchOrders({ locationIds: ["L1"] })).result.orders ?? [];
    assert.ok(
      found.some(({ id }) => id === order.id),
      `not among ${found.length}`,
    );
    assert.ok(found.every(({ locationId }) => locationId === "L1"));
  });

  await call("createPayment, then it is not failed", async () => {
    const amountMoney = { amount: 700n, currency: "USD" };
    const given = { sourceId: "cnon:card-nonce-ok", idempotencyKey: key(), amountMoney };
    const { payment } = (await square.paymentsApi.createPayment(given)).result;
    assert.equal(payment.amountMoney.amount, 700n);
    const { payment: again } = (await square.paymentsApi.getPayment(payment.id)).result;
    assert.ok(!["FAILED", "CANCELED"].includes(again.status), again.status);
  });

  await call("upsertCatalogObject, retrieveCatalogObject", async () => {
    const object = { type: "ITEM", id: "#tea", itemData: { name: "Tea" } };
    const { catalogObject } = (await catalog.upsertCatalogObject({ idempotencyKey: key(), object })).result;
    assert.equal(catalogObject.itemData.name, "Tea");
    const { object: got } = (await catalog.retrieveCatalogObject(catalogObject.id)).result;
    assert.equal(got.itemData.name, "Tea");
  });

  await call("a customer group is created, renamed and listed", async () => {
    const groups = square.customerGroupsApi;
    const { group } = (await groups.createCustomerGroup({ group: { name: "Regulars" } })).result;
    await groups.updateCustomerGroup(group.id, { group: { name: "Friends" } });
    const list = (await groups.listCustomerGroups()).result.groups;
    assert.equal(list.find(({ id }) => id === group.id)?.name, "Friends");
  });

  await call(
    "a page of none is refused, with Square's errors",
    async () => {
      await assert.rejects(customers.listCustomers(undefined, -1), hasStatus(400, 422));
    },
    { exception: "only the description bounds `limit`" },
  );

  await call("an unknown order is 404, with Square's errors", async () => {
    await assert.rejects(orders.retrieveOrder("no-such-order"), hasStatus(404));
  });
}
