import { createModel } from "@svc/model";
import { afterEach, expect, test } from "vitest";
import { createFakeSvc } from "../../test/support/service.ts";
import { createFake } from "../fake/create-fake.ts";
import type { Inbox, Message } from "./inbox.ts";
import type { View } from "./view.ts";

const fake = createFakeSvc();
afterEach(async () => {
  await fake.close();
  fake.reset();
});

async function get<Value>(path: string): Promise<Value> {
  const { url } = await fake.listen();
  const response = await fetch(`${url}/__fake/${path}`);
  expect(response.status).toBe(200);
  return (await response.json()) as Value;
}

const PLACE = new URLSearchParams({ path: "/personas/{persona_id}/emails", parameter: "ada" });

test("messages of all owners are listed newest first, or those of one", async () => {
  fake.personas("ada").emails.add([
    { subject: "old", created_at: "2026-01-01T00:00:00Z", sender_name: "Ann", sender_email: "ann@a.example" },
    { subject: "new", created_at: "2026-01-03T00:00:00Z", sender_name: null, sender_email: "bob@b.example" },
  ]);
  fake.personas("grace").emails.add({ subject: "between", created_at: "2026-01-02T00:00:00Z" }, { unread: false });
  const all = await get<Inbox>("inbox");
  expect(all.messages.map(({ subject }) => subject)).toEqual(["new", "between", "old"]);
  expect(all.messages.map(({ sender }) => sender).filter((sender) => /Ann|bob/.test(sender))).toEqual([
    "bob@b.example",
    "Ann",
  ]);
  expect(all.boxes.map(({ place, total, unread }) => [place, total, unread])).toEqual([
    ["/personas/ada/emails", 2, 2],
    ["/personas/grace/emails", 1, 0],
  ]);
  const one = await get<Inbox>("inbox?place=/personas/grace/emails");
  expect(one.messages.map(({ subject, isUnread }) => [subject, isUnread])).toEqual([["between", false]]);
  expect((await get<View>("view")).inbox).toEqual({ total: 3, unread: 2 });
});

test("a message has its bodies, its code and its links", async () => {
  const html = `<p>Your code is <b>418</b> <b>205</b></p><a href="https://a.example/?x=1&amp;y=2">go</a><a href="javascript:alert(1)">no</a>`;
  const { email_id: id } = fake
    .personas("ada")
    .emails.add({ subject: "Hello", html_content: html, text_content: null, sender_email: "a@b.example" });
  const message = await get<Message>(`message?${PLACE}&id=${id}`);
  expect(message).toMatchObject({
    from: "a@b.example",
    to: "ada",
    html,
    code: { shown: "418 205", value: "418205" },
    links: ["https://a.example/?x=1&y=2"],
    source: { email_id: id, html_content: html },
  });
  expect(message).not.toHaveProperty("text");
});

test("the list is bounded, and says how much is left out", async () => {
  fake.personas("ada").emails.add(Array.from({ length: 450 }, (_, index) => ({ subject: `s${index}` })));
  const { messages, leftOut } = await get<Inbox>("inbox");
  expect([messages.length, leftOut, messages[0]?.subject]).toEqual([200, 250, "s449"]);
});

test("of very many inboxes the first are listed, and each can be asked for", async () => {
  for (let index = 0; index < 250; index++) fake.personas(`p${index}`).emails.add({ subject: `s${index}` });
  const { boxes, messages, leftOut } = await get<Inbox>("inbox");
  expect([boxes.length, messages.length, leftOut]).toEqual([200, 200, 50]);
  expect((await get<Inbox>("inbox?place=/personas/p249/emails")).messages).toHaveLength(1);
  expect((await get<View>("view")).inbox?.total).toBe(250);
});

test("the HTML comes with a policy that lets it do nothing, also where it is opened by itself", async () => {
  const { url } = await fake.listen();
  const html = '<!DOCTYPE html><p>x</p><link rel="preconnect" href="https://a.example"><IFRAME srcdoc="&lt;link>">';
  const { email_id: id } = fake.personas("ada").emails.add({ html_content: html });
  const response = await fetch(`${url}/__fake/message.html?${PLACE}&id=${id}`);
  expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(response.headers.get("content-security-policy")).toBe(
    "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
  );
  expect(await response.text()).toBe(
    '<!DOCTYPE html><base target="_blank"><p>x</p><x-link rel="preconnect" href="https://a.example"><x-IFRAME srcdoc="&lt;link>">',
  );
});

test.each([
  "message?path=/nowhere",
  `message?${PLACE}&id=none`,
  "message.html",
  "message?path=__proto__&id=constructor",
])("%s: no such message", async (path) => {
  const { url } = await fake.listen();
  const response = await fetch(`${url}/__fake/${path}`);
  expect(response.status).toBe(400);
  expect(await response.text()).toContain("There is no message");
});

const text = { type: "string" };
const NOTE = { type: "object", properties: { id: text, body: text, to: text, sent: { type: "number" }, by: {} } };
function documentWith(declared: object) {
  const content = { "application/json": { schema: { type: "array", items: NOTE } } };
  const list = { operationId: "notes", responses: { 200: { description: "", content } } };
  const paths = { "/notes": { "x-svc-resource": { id: "id", ...declared }, get: list } };
  return createModel({ openapi: "3.1.0", info: { title: "t", version: "1" }, paths });
}

async function inboxOfDocument(declared: object): Promise<readonly [View["inbox"], Inbox, Message | undefined]> {
  const own = createFake(documentWith(declared));
  own.load({ notes: [{ id: "1", body: "PIN 4455", to: "me", sent: 1_790_000_000, by: { name: "Ann" } }] } as never);
  const { url } = await own.listen();
  const read = async <Value>(path: string) => (await (await fetch(`${url}/__fake/${path}`)).json()) as Value;
  const view = await read<View>("view");
  const inbox = await read<Inbox>("inbox");
  const message = view.inbox && (await read<Message>("message?path=/notes&id=1"));
  await own.close();
  return [view.inbox, inbox, message];
}

test("the names are those of the declaration, whatever their types", async () => {
  const [count, inbox, message] = await inboxOfDocument({
    inbox: { text: "body", to: "to", at: "sent", from: "by" },
  });
  expect(count).toEqual({ total: 1, unread: 0 });
  expect(inbox.messages).toMatchObject([{ place: "/notes", subject: "", sender: '{"name":"Ann"}', at: "1790000000" }]);
  expect(message).toMatchObject({ to: "me", text: "PIN 4455", code: { value: "4455" } });
});

test("names that every object has are names of fields like others", async () => {
  const [, inbox] = await inboxOfDocument({ inbox: { text: "body", subject: "constructor", unread: "__proto__" } });
  expect(inbox.messages).toMatchObject([{ subject: "", isUnread: false }]);
});

test("a document that declares none has no inbox", async () => {
  expect(await inboxOfDocument({})).toEqual([undefined, { boxes: [], messages: [], leftOut: 0 }, undefined]);
});
