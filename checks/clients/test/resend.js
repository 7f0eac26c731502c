import assert from "node:assert/strict";

/** Errors are values with this client. */
function data(answer) {
  assert.equal(answer.error ?? undefined, undefined, JSON.stringify(answer.error));
  return answer.data;
}

/** @type {import("../program.ts").Program} */
export async function calls({ url, call, fake }) {
  // The client reads it when it is loaded.
  process.env.RESEND_BASE_URL = url;
  const { Resend } = await import("resend");
  const resend = new Resend("re_123");
  const addresses = { from: "a@example.com", to: "b@example.com" };
  let email;

  await call("emails.send", async () => {
    email = data(await resend.emails.send({ ...addresses, subject: "Hi", html: "<p>x</p>" }));
    assert.ok(email.id);
  });

  await call("emails.get", async () => {
    const { subject, from } = data(await resend.emails.get(email.id));
    assert.deepEqual([subject, from], ["Hi", "a@example.com"]);
  });

  await call("the life of a domain", async () => {
    const { id } = data(await resend.domains.create({ name: "example.com" }));
    assert.equal(data(await resend.domains.get(id)).name, "example.com");
    assert.ok(
      data(await resend.domains.list()).data.some((domain) => domain.id === id),
      "not listed",
    );
    await resend.domains.remove(id);
    const { error } = await resend.domains.get(id);
    assert.ok(error?.statusCode === 404 || error?.name === "not_found", JSON.stringify(error));
  });

  await call("apiKeys.create, list", async () => {
    const { id, token } = data(await resend.apiKeys.create({ name: "k" }));
    assert.ok(token);
    assert.ok(data(await resend.apiKeys.list()).data.some((key) => key.id === id));
  });

  const exception = "the client calls a path that the document no longer has";
  const contactsOfAudience = async () => {
    const { id: audienceId } = data(await resend.audiences.create({ name: "A" }));
    assert.ok(data(await resend.contacts.create({ audienceId, email: "c@example.com" })).id);
    const { data: contacts } = data(await resend.contacts.list({ audienceId }));
    assert.ok(contacts.some((contact) => contact.email === "c@example.com"));
  };
  await call("an audience and its contacts", contactsOfAudience, { exception });

  await call("a bad e-mail is an error with a message", async () => {
    const { error } = await resend.emails.send({ from: "a@example.com" });
    assert.ok(error?.message);
  });

  await call("batch.send", async () => {
    const answer = data(await resend.batch.send([{ ...addresses, subject: "1", text: "x" }]));
    assert.ok(Array.isArray(answer.data));
  });

  await call("webhooks.verify takes what the fake sends, and nothing else", async () => {
    // The client refuses what is older than some minutes by the clock of this machine.
    await fake.clock.advance({ seconds: (Date.now() - fake.clock.now()) / 1000 });
    const { secret } = fake.webhooks;
    const verified = [];
    const to = async (request) => {
      const [payload, given] = [await request.text(), request.headers];
      const headers = {
        id: given.get("webhook-id"),
        timestamp: given.get("webhook-timestamp"),
        signature: given.get("webhook-signature"),
      };
      verified.push(resend.webhooks.verify({ payload, headers, webhookSecret: secret }));
      assert.throws(() => resend.webhooks.verify({ payload: `${payload} `, headers, webhookSecret: secret }));
      return new Response();
    };
    await fake.webhooks.send("email.sent", undefined, { to });
    assert.equal(verified[0]?.type, "email.sent");
  });
}
