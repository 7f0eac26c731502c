import assert from "node:assert/strict";
import { createClerkClient } from "@clerk/backend";
import { isClerkAPIResponseError } from "@clerk/backend/errors";

/** @type {import("../program.ts").Program} */
export async function calls({ url, call }) {
  const clerk = createClerkClient({ secretKey: "sk_test_x", apiUrl: url, telemetry: { disabled: true } });
  const { users, organizations, invitations } = clerk;
  let ann;
  let acme;

  await call("users.createUser", async () => {
    ann = await users.createUser({ emailAddress: ["a@example.com"], firstName: "Ann", password: "correct horse" });
    assert.equal(ann.firstName, "Ann");
    assert.match(ann.id, /^user_/);
  });

  await call("the e-mail that was given is one of the user's", () => {
    assert.ok(ann.emailAddresses.some(({ emailAddress }) => emailAddress === "a@example.com"));
  });

  await call("users.getUser", async () => assert.equal((await users.getUser(ann.id)).firstName, "Ann"));

  await call("users.updateUser", async () => {
    await users.updateUser(ann.id, { lastName: "Smith" });
    const { firstName, lastName } = await users.getUser(ann.id);
    assert.deepEqual([firstName, lastName], ["Ann", "Smith"]);
  });

  await call("users.updateUserMetadata", async () => {
    const { publicMetadata } = await users.updateUserMetadata(ann.id, { publicMetadata: { plan: "pro" } });
    assert.equal(publicMetadata.plan, "pro");
  });

  await call("users.banUser, unbanUser", async () => {
    assert.equal((await users.banUser(ann.id)).banned, true);
    assert.equal((await users.getUser(ann.id)).banned, true);
    assert.equal((await users.unbanUser(ann.id)).banned, false);
  });

  await call("users.getUserList has the user, and counts", async () => {
    const { data, totalCount } = await users.getUserList({ limit: 100 });
    assert.ok(data.some(({ id }) => id === ann.id));
    assert.equal(totalCount, data.length);
  });

  await call("users.deleteUser, then 404 that the client knows", async () => {
    await users.deleteUser(ann.id);
    await assert.rejects(users.getUser(ann.id), (error) => {
      assert.ok(isClerkAPIResponseError(error), String(error));
      assert.equal(error.status, 404);
      assert.ok(error.errors[0]?.code && error.errors[0]?.message, JSON.stringify(error.errors));
      return true;
    });
  });

  await call("organizations.createOrganization, getOrganization", async () => {
    acme = await organizations.createOrganization({ name: "Acme", createdBy: "user_1" });
    assert.equal((await organizations.getOrganization({ organizationId: acme.id })).name, "Acme");
  });

  await call("organizations.updateOrganization", async () => {
    assert.equal((await organizations.updateOrganization(acme.id, { name: "Acme Inc" })).name, "Acme Inc");
  });

  await call("organizations.getOrganizationList by offset finds all", async () => {
    for (let index = 0; index < 12; index++)
      await organizations.createOrganization({ name: `O${index}`, createdBy: "user_1" });
    const names = [];
    for (let offset = 0, total = 1; offset < total; offset = names.length) {
      const page = await organizations.getOrganizationList({ limit: 5, offset });
      assert.ok(page.data.length > 0 && names.length < 100);
      names.push(...page.data.map(({ name }) => name));
      total = page.totalCount;
    }
    assert.equal(new Set(names.filter((name) => /^O\d+$/.test(name))).size, 12);
  });

  await call("a membership is created and listed", async () => {
    const organizationId = acme.id;
    await organizations.createOrganizationMembership({ organizationId, userId: "user_2", role: "org:admin" });
    const { data } = await organizations.getOrganizationMembershipList({ organizationId });
    assert.ok(data.some(({ role }) => role === "org:admin"));
  });

  await call("an invitation is pending, and revoked", async () => {
    const invitation = await invitations.createInvitation({ emailAddress: "b@example.com" });
    assert.deepEqual([invitation.emailAddress, invitation.status], ["b@example.com", "pending"]);
    assert.equal((await invitations.revokeInvitation(invitation.id)).status, "revoked");
  });

  const exception = "the client requires `paginated=true`, for which the document declares a bare list";
  const redirectUrls = async () => {
    const { id } = await clerk.redirectUrls.createRedirectUrl({ url: "https://example.com/back" });
    const { data } = await clerk.redirectUrls.getRedirectUrlList();
    assert.equal(data.find((one) => one.id === id)?.url, "https://example.com/back");
    await clerk.redirectUrls.deleteRedirectUrl(id);
    await assert.rejects(clerk.redirectUrls.getRedirectUrl(id), { status: 404 });
  };
  await call("redirectUrls.createRedirectUrl, list, delete", redirectUrls, { exception });

  await call("a bad argument is an error with a code and a message", async () => {
    await assert.rejects(organizations.createOrganization({ createdBy: "user_1" }), (error) => {
      assert.ok(isClerkAPIResponseError(error), String(error));
      assert.ok([400, 422].includes(error.status), String(error.status));
      assert.ok(error.errors[0]?.code && error.errors[0]?.message, JSON.stringify(error.errors));
      return true;
    });
  });
}
