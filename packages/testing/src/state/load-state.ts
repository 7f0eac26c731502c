import type { StatefulFake } from "./stateful-fake.ts";

/** What a fake holds, as plain JSON: the form of `svc-fake --state FILE` and of `POST /__fake/state`. */
export interface FakeState {
  /**
   * By persona id. `unread` of an email is taken off before it is stored; what an email lacks is filled in.
   * @default unread: true, created_at: now
   */
  readonly personas?: { readonly [id: string]: { readonly emails?: readonly object[] } };
  /** By session id. */
  readonly sessions?: {
    readonly [id: string]: {
      readonly cookies?: readonly object[];
      readonly network?: { readonly logs?: readonly object[] };
      readonly replay?: object;
    };
  };
  /** Who may have a token of the token endpoint. */
  readonly users?: readonly { readonly username: string; readonly password: string }[];
  /** Fixed answers by operation id, for operations that have no store. */
  readonly answers?: {
    readonly [operation: string]: {
      readonly status?: number;
      readonly headers?: { readonly [name: string]: string };
      readonly body?: unknown;
    };
  };
}

/**
 * Puts a state into a fake, beside what is there.
 *
 * @throws TypeError that names the place where the state is not of the form of {@link FakeState}
 */
export function loadState(fake: StatefulFake, state: unknown): void {
  const { personas, sessions, users, answers } = record(state, "state", ["personas", "sessions", "users", "answers"]);
  for (const [id, persona] of entries(personas, "personas")) {
    const at = `personas.${id}`;
    for (const [index, email] of list(record(persona, at, ["emails"])["emails"], `${at}.emails`).entries()) {
      const { unread = true, ...given } = record(email, `${at}.emails[${index}]`);
      const defaults = {
        ...EMAIL,
        email_id: `${id}-${index + 1}`,
        created_at: new Date(fake.clock.now()).toISOString(),
      };
      fake.personas(id).emails.add({ ...defaults, ...given } as never, { unread: unread === true });
    }
  }
  for (const [id, session] of entries(sessions, "sessions")) loadSession(fake, id, session);
  for (const [index, user] of list(users, "users").entries()) {
    const { username, password } = record(user, `users[${index}]`, ["username", "password"]);
    fake.tokens.allow({
      username: text(username, `users[${index}].username`),
      password: text(password, `users[${index}].password`),
    });
  }
  for (const [operation, answer] of entries(answers, "answers")) loadAnswer(fake, operation, answer);
}

/** What an email has where the state does not say. */
const EMAIL = { subject: "(no subject)", sender_email: null, sender_name: null } as const;

function loadSession(fake: StatefulFake, id: string, session: unknown): void {
  const at = `sessions.${id}`;
  const { cookies, network, replay } = record(session, at, ["cookies", "network", "replay"]);
  const store = fake.sessions(id);
  if (cookies !== undefined) store.cookies.set(list(cookies, `${at}.cookies`) as never);
  if (network !== undefined) {
    const logs = list(record(network, `${at}.network`, ["logs"])["logs"], `${at}.network.logs`);
    store.network.logs.add(logs as never);
  }
  if (replay !== undefined) store.replay.set(record(replay, `${at}.replay`) as never);
}

function loadAnswer(fake: StatefulFake, operation: string, answer: unknown): void {
  const at = `answers.${operation}`;
  const { status = 200, headers = {}, body } = record(answer, at, ["status", "headers", "body"]);
  const isStatus = typeof status === "number" && Number.isInteger(status) && status >= 200 && status <= 599;
  if (!isStatus) throw new TypeError(`${at}.status: expected 200 to 599.`);
  const fields = Object.fromEntries(
    entries(headers, `${at}.headers`).map(([name, value]) => [name, text(value, `${at}.headers.${name}`)]),
  );
  fake.on(operation as never, () =>
    body === undefined
      ? new Response(null, { status, headers: fields })
      : Response.json(body, { status, headers: fields }),
  );
}

function record(value: unknown, at: string, names?: readonly string[]): Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new TypeError(`${at}: expected an object.`);
  const unknown = names && Object.keys(value).find((name) => !names.includes(name));
  if (unknown !== undefined) throw new TypeError(`${at}: "${unknown}" is not known; there are ${names?.join(", ")}.`);
  return value as Record<string, unknown>;
}

function entries(value: unknown, at: string): [string, unknown][] {
  return value === undefined ? [] : Object.entries(record(value, at));
}

function list(value: unknown, at: string): readonly unknown[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw new TypeError(`${at}: expected a list.`);
  return value;
}

function text(value: unknown, at: string): string {
  if (typeof value !== "string") throw new TypeError(`${at}: expected a text.`);
  return value;
}
