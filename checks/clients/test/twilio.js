import assert from "node:assert/strict";
import twilio from "twilio";

const ACCOUNT = "AC00000000000000000000000000000001";
const ADDRESSES = { from: "+15005550006", to: "+15005550009" };

/** The client's own way to other hosts: requests go through an object that it is given. */
class Redirected extends twilio.RequestClient {
  constructor(url) {
    super();
    this.url = url;
  }

  request(options) {
    return super.request({ ...options, uri: options.uri.replace("https://api.twilio.com", this.url) });
  }
}

/** @type {import("../program.ts").Program} */
export async function calls({ url, call }) {
  const client = twilio(ACCOUNT, "token", { httpClient: new Redirected(url) });
  let message;
  let number;
  let phoneCall;

  await call("messages.create (form body)", async () => {
    message = await client.messages.create({ ...ADDRESSES, body: "Hello + goodbye & more" });
    assert.match(message.sid, /^(?:SM|MM)[0-9a-fA-F]{32}$/);
    assert.deepEqual([message.body, message.to], ["Hello + goodbye & more", ADDRESSES.to]);
  });

  await call("a new message is on its way, and not delivered or failed", () => {
    assert.ok(["accepted", "scheduled", "queued", "sending"].includes(message.status), message.status);
  });

  await call("a new message belongs to the account, and has dates", () => {
    assert.equal(message.accountSid, ACCOUNT);
    assert.ok(message.dateCreated instanceof Date && !Number.isNaN(message.dateCreated.getTime()));
  });

  await call("messages(sid).fetch", async () => {
    const fetched = await client.messages(message.sid).fetch();
    assert.deepEqual([fetched.sid, fetched.body], [message.sid, message.body]);
  });

  await call("messages(sid).update takes the text away", async () => {
    assert.equal((await client.messages(message.sid).update({ body: "" })).body, "");
  });

  await call("messages.list by receiver", async () => {
    const other = await client.messages.create({ ...ADDRESSES, to: "+15005550010", body: "other" });
    const list = await client.messages.list({ to: "+15005550010" });
    assert.deepEqual(
      list.map(({ sid }) => sid),
      [other.sid],
    );
  });

  await call("messages.list follows the pages to the end", async () => {
    for (let index = 0; index < 25; index++) await client.messages.create({ ...ADDRESSES, body: `n${index}` });
    const list = await client.messages.list({ pageSize: 10, limit: 200 });
    const bodies = new Set(list.map(({ body }) => body));
    for (let index = 0; index < 25; index++) assert.ok(bodies.has(`n${index}`), `n${index} of ${list.length}`);
    assert.equal(list.length, new Set(list.map(({ sid }) => sid)).size);
  });

  await call("messages(sid).remove, then 404", async () => {
    assert.equal(await client.messages(message.sid).remove(), true);
    await assert.rejects(client.messages(message.sid).fetch(), { status: 404 });
  });

  await call("a number that is none is a RestException with 400 and a message", async () => {
    await assert.rejects(client.queues.create({ friendlyName: "Q", maxSize: "many" }), (error) => {
      assert.equal(error.status, 400);
      assert.ok(error.message.length > 0 && !error.message.includes("[object"), error.message);
      return true;
    });
  });

  await call("incomingPhoneNumbers.create, update, fetch", async () => {
    number = await client.incomingPhoneNumbers.create({ phoneNumber: ADDRESSES.from, friendlyName: "Desk" });
    assert.match(number.sid, /^PN/);
    await client.incomingPhoneNumbers(number.sid).update({ friendlyName: "Front desk", voiceMethod: "GET" });
    const { friendlyName, voiceMethod, phoneNumber } = await client.incomingPhoneNumbers(number.sid).fetch();
    assert.deepEqual([friendlyName, voiceMethod, phoneNumber], ["Front desk", "GET", ADDRESSES.from]);
  });

  await call("calls.create is queued", async () => {
    phoneCall = await client.calls.create({ ...ADDRESSES, url: "https://example.com/voice" });
    assert.deepEqual([phoneCall.status, phoneCall.to], ["queued", ADDRESSES.to]);
  });

  await call("calls(sid).update completes it", async () => {
    assert.equal((await client.calls(phoneCall.sid).update({ status: "completed" })).status, "completed");
    assert.equal((await client.calls(phoneCall.sid).fetch()).status, "completed");
  });

  await call("queues.create keeps a number", async () => {
    const queue = await client.queues.create({ friendlyName: "Support", maxSize: 20 });
    assert.equal((await client.queues(queue.sid).fetch()).maxSize, 20);
  });

  await call("applications.create keeps a boolean", async () => {
    const { sid } = await client.applications.create({ friendlyName: "App", voiceCallerIdLookup: true });
    const application = await client.applications(sid).fetch();
    assert.deepEqual([application.friendlyName, application.voiceCallerIdLookup], ["App", true]);
  });

  await call("an unknown sid is 404", async () => {
    await assert.rejects(client.calls("CA00000000000000000000000000000009").fetch(), { status: 404 });
  });
}
