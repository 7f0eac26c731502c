/** State of the stores of a fake as plain JSON: the format of `svc-fake --state FILE` and of `POST /__fake/state`. */
export interface FakeState {
  /**
   * Personas by id. The property `unread` of an email is its read state; missing properties of an email are filled in.
   * @default unread: true, created_at: now, email_id: a UUID
   */
  readonly personas?: { readonly [id: string]: { readonly emails?: readonly object[] } };
  /** Sessions by id. */
  readonly sessions?: {
    readonly [id: string]: {
      readonly cookies?: readonly object[];
      readonly network?: { readonly logs?: readonly object[] };
      readonly replay?: object;
    };
  };
  /** Users of the token endpoint. Without any, every user is accepted. */
  readonly users?: readonly { readonly username: string; readonly password: string }[];
  /** Fixed responses by operation id, for operations without a store. */
  readonly answers?: {
    readonly [operation: string]: {
      readonly status?: number;
      readonly headers?: { readonly [name: string]: string };
      readonly body?: unknown;
    };
  };
}

/**
 * Checks that a value has the format of a state. The content of emails, cookies and so on is not checked.
 *
 * @throws TypeError that begins with the JSON pointer (RFC 6901) of the first mistake: `/personas/p1/emails`
 */
export function checkState(state: unknown): asserts state is FakeState {
  const { personas, sessions, users, answers } = record(state, "", ["personas", "sessions", "users", "answers"]);
  for (const [persona, at] of entries(personas, "/personas")) {
    const { emails } = record(persona, at, ["emails"]);
    for (const [email, place] of items(emails, `${at}/emails`)) {
      const { unread = true } = record(email, place);
      if (typeof unread !== "boolean") throw new TypeError(`${place}/unread: expected true or false.`);
    }
  }
  for (const [session, at] of entries(sessions, "/sessions")) checkSession(session, at);
  for (const [user, at] of items(users, "/users")) {
    const { username, password } = record(user, at, ["username", "password"]);
    text(username, `${at}/username`);
    text(password, `${at}/password`);
  }
  for (const [answer, at] of entries(answers, "/answers")) checkAnswer(answer, at);
}

/** Escapes a name for a JSON pointer. */
export function escapePointer(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}

function checkSession(session: unknown, at: string): void {
  const { cookies, network, replay } = record(session, at, ["cookies", "network", "replay"]);
  for (const [cookie, place] of items(cookies, `${at}/cookies`)) record(cookie, place);
  if (replay !== undefined) {
    const { video } = record(replay, `${at}/replay`);
    if (video !== undefined) text(video, `${at}/replay/video`);
  }
  if (network === undefined) return;
  for (const [batch, place] of items(record(network, `${at}/network`, ["logs"])["logs"], `${at}/network/logs`)) {
    const { body } = record(batch, place);
    if (body !== undefined) text(body, `${place}/body`);
  }
}

function checkAnswer(answer: unknown, at: string): void {
  const { status = 200, headers } = record(answer, at, ["status", "headers", "body"]);
  const isStatus = typeof status === "number" && Number.isInteger(status) && status >= 200 && status <= 599;
  if (!isStatus) throw new TypeError(`${at}/status: expected 200 to 599.`);
  if (headers !== undefined) {
    for (const [name, value] of Object.entries(record(headers, `${at}/headers`))) checkHeader(name, value, at);
  }
  if (Object.hasOwn(answer as object, "body") && EMPTY.includes(status))
    throw new TypeError(`${at}/body: an answer of status ${status} has none.`);
}

/** Statuses whose answers have no body (Fetch standard, section 2.2.6). */
const EMPTY: readonly number[] = [204, 205, 304];

function checkHeader(name: string, value: unknown, at: string): void {
  const place = `${at}/headers/${escapePointer(name)}`;
  text(value, place);
  try {
    new Headers([[name, value as string]]);
  } catch {
    throw new TypeError(`${place}: cannot be sent as a header.`);
  }
}

function record(value: unknown, at: string, names?: readonly string[]): Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new TypeError(`${at || "The state"}: expected an object.`);
  const unknown = names && Object.keys(value).find((name) => !names.includes(name));
  if (unknown === undefined) return value as Record<string, unknown>;
  throw new TypeError(`${at}/${escapePointer(unknown)}: is not known; there are ${names?.join(", ")}.`);
}

/** The values of an optional object, each with its JSON pointer. */
function entries(value: unknown, at: string): [value: unknown, at: string][] {
  if (value === undefined) return [];
  return Object.entries(record(value, at)).map(([name, entry]) => [entry, `${at}/${escapePointer(name)}`]);
}

/** The items of an optional list, each with its JSON pointer. */
function items(value: unknown, at: string): [item: unknown, at: string][] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw new TypeError(`${at}: expected a list.`);
  return value.map((item: unknown, index) => [item, `${at}/${index}`]);
}

function text(value: unknown, at: string): void {
  if (typeof value !== "string") throw new TypeError(`${at}: expected a text.`);
}
