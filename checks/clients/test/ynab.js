import assert from "node:assert/strict";
import * as ynab from "ynab";

/** The client throws the body of a refusal. */
const hasError = (error) => {
  assert.equal(typeof error?.error?.detail, "string", JSON.stringify(error));
  return true;
};

/** @type {import("../program.ts").Program} */
export async function calls({ url, call }) {
  const api = new ynab.API("token", `${url}/v1`);
  const budget = "5b3f1a0e-7a52-4d3f-9a43-0d8f4d2a6a01";
  let account;
  let transaction;

  await call("user.getUser", async () => assert.ok((await api.user.getUser()).data.user.id));

  await call("budgets.getBudgets", async () => {
    const { budgets } = (await api.budgets.getBudgets()).data;
    assert.ok(Array.isArray(budgets));
  });

  await call("accounts.createAccount", async () => {
    const given = { name: "Wallet", type: "cash", balance: 125000 };
    ({ account } = (await api.accounts.createAccount(budget, { account: given })).data);
    const { name, type, balance } = account;
    assert.deepEqual({ name, type, balance }, given);
  });

  await call("a new account is open, and not deleted", () => {
    assert.deepEqual([account.closed, account.deleted], [false, false]);
  });

  await call("accounts.getAccountById", async () => {
    assert.equal((await api.accounts.getAccountById(budget, account.id)).data.account.name, "Wallet");
  });

  await call("accounts.getAccounts has it", async () => {
    const { accounts } = (await api.accounts.getAccounts(budget)).data;
    assert.ok(accounts.some(({ id }) => id === account.id));
  });

  await call("transactions.createTransaction", async () => {
    const given = { account_id: account.id, date: "2026-11-24", amount: -4500, memo: "Coffee" };
    ({ transaction } = (await api.transactions.createTransaction(budget, { transaction: given })).data);
    const { account_id, date, amount, memo } = transaction;
    assert.deepEqual({ account_id, date, amount, memo }, given);
  });

  await call("transactions.getTransactionById", async () => {
    const { data } = await api.transactions.getTransactionById(budget, transaction.id);
    assert.deepEqual([data.transaction.memo, data.transaction.amount], ["Coffee", -4500]);
  });

  await call("transactions.updateTransaction", async () => {
    const changed = { account_id: account.id, date: "2026-11-24", amount: -5000, memo: "Coffee and cake" };
    await api.transactions.updateTransaction(budget, transaction.id, { transaction: changed });
    const { data } = await api.transactions.getTransactionById(budget, transaction.id);
    assert.deepEqual([data.transaction.memo, data.transaction.amount], ["Coffee and cake", -5000]);
  });

  await call("transactions.getTransactions has it", async () => {
    const { transactions } = (await api.transactions.getTransactions(budget)).data;
    assert.ok(transactions.some(({ id }) => id === transaction.id));
  });

  await call("transactions.getTransactionsByAccount has it", async () => {
    const { transactions } = (await api.transactions.getTransactionsByAccount(budget, account.id)).data;
    assert.ok(transactions.some(({ id }) => id === transaction.id));
  });

  await call("an unknown transaction is an error in YNAB's shape", async () => {
    await assert.rejects(api.transactions.getTransactionById(budget, "no-such-transaction"), hasError);
  });

  await call("an account without its fields is refused in YNAB's shape", async () => {
    await assert.rejects(api.accounts.createAccount(budget, { account: { name: "x" } }), hasError);
  });
}
