import { expect, test } from "vitest";
import { checkState } from "./check-state.ts";

test("every part of a state may be left out", () => {
  for (const state of [{}, { personas: { p: {} }, sessions: { s: { network: {} } }, answers: { a: {} }, users: [] }])
    expect(() => checkState(state)).not.toThrow();
});

test("every value of a state that can be used passes", () => {
  const answers = { a: { status: 200, headers: { "x-a": "b" }, body: null }, b: { status: 599 }, c: { status: 204 } };
  const session = { cookies: [{}], network: { logs: [{}, { body: "b" }] }, replay: { video: "v" } };
  const state = { personas: { p: { emails: [{}] } }, sessions: { s: session, t: { replay: {} } }, answers };
  expect(() => checkState({ ...state, users: [{ username: "u", password: "p" }] })).not.toThrow();
});

test.each<[unknown, string]>([
  [null, "The state: expected an object."],
  [[], "The state: expected an object."],
  [{ persona: {} }, "/persona: is not known; there are personas, sessions, users, answers."],
  [{ personas: [] }, "/personas: expected an object."],
  [{ personas: { p: { mails: [] } } }, "/personas/p/mails: is not known; there are emails."],
  [{ personas: { "a/b~c": { emails: {} } } }, "/personas/a~1b~0c/emails: expected a list."],
  [{ personas: { p: { emails: [{}, 1] } } }, "/personas/p/emails/1: expected an object."],
  [{ personas: { p: { emails: [{ unread: "no" }] } } }, "/personas/p/emails/0/unread: expected true or false."],
  [{ sessions: { s: { cookies: ["x"] } } }, "/sessions/s/cookies/0: expected an object."],
  [{ sessions: { s: { network: { logs: [null] } } } }, "/sessions/s/network/logs/0: expected an object."],
  [{ sessions: { s: { network: { logs: [{ body: 1 }] } } } }, "/sessions/s/network/logs/0/body: expected a text."],
  [{ sessions: { s: { replay: 1 } } }, "/sessions/s/replay: expected an object."],
  [{ sessions: { s: { replay: { video: 1 } } } }, "/sessions/s/replay/video: expected a text."],
  [{ sessions: { s: { network: 1 } } }, "/sessions/s/network: expected an object."],
  [{ sessions: { s: { network: { logs: 1 } } } }, "/sessions/s/network/logs: expected a list."],
  [{ sessions: { s: { network: { log: [] } } } }, "/sessions/s/network/log: is not known; there are logs."],
  [{ sessions: { s: { cookie: [] } } }, "/sessions/s/cookie: is not known; there are cookies, network, replay."],
  [{ users: [1] }, "/users/0: expected an object."],
  [{ users: [{ name: "u" }] }, "/users/0/name: is not known; there are username, password."],
  [{ users: [{ username: 1, password: "p" }] }, "/users/0/username: expected a text."],
  [{ answers: { a: { code: 1 } } }, "/answers/a/code: is not known; there are status, headers, body."],
  [{ answers: { a: { status: "200" } } }, "/answers/a/status: expected 200 to 599."],
  [{ answers: { a: { status: 200.5 } } }, "/answers/a/status: expected 200 to 599."],
  [{ answers: { a: { status: 600 } } }, "/answers/a/status: expected 200 to 599."],
  [{ answers: { a: { headers: [] } } }, "/answers/a/headers: expected an object."],
  [{ answers: { a: { headers: { "x-a": "b\nc" } } } }, "/answers/a/headers/x-a: cannot be sent as a header."],
  [{ users: [{ username: "u" }] }, "/users/0/password: expected a text."],
  [{ answers: { a: { status: 99 } } }, "/answers/a/status: expected 200 to 599."],
  [{ answers: { a: { status: 204, body: null } } }, "/answers/a/body: an answer of status 204 has none."],
  [{ answers: { a: { headers: { "x-a": 1 } } } }, "/answers/a/headers/x-a: expected a text."],
  [{ answers: { a: { headers: { "x/a": "b" } } } }, "/answers/a/headers/x~1a: cannot be sent as a header."],
])("%j is refused with its place", (state, message) => {
  expect(() => checkState(state)).toThrow(new TypeError(message));
});
