import { childPointer, nameHelp } from "@svc/model/data";

/** Keys of a state besides the stored data. */
export interface Settings {
  readonly users: readonly { readonly username: string; readonly password: string }[];
  readonly answers: { readonly [operation: string]: FixedAnswer };
}

/** An answer that an operation gives to every request. */
export interface FixedAnswer {
  readonly status?: number;
  readonly headers?: { readonly [name: string]: string };
  readonly body?: unknown;
}

/**
 * A state's users and fixed answers, the names that they have, and the rest of it.
 *
 * @param isHandle whether a name is that of a resource of the document: then `$users` and `$answers` are meant
 * @throws TypeError that begins with a JSON pointer (RFC 6901) to the first place that is not as it should be
 */
export function splitState(
  state: unknown,
  isHandle: (name: string) => boolean,
): {
  readonly settings: Settings;
  readonly names: readonly string[];
  readonly stored: { readonly [name: string]: unknown };
} {
  const all = record(state, "");
  const names = {
    users: isHandle("users") ? "$users" : "users",
    answers: isHandle("answers") ? "$answers" : "answers",
  };
  const { [names.users]: users, [names.answers]: answers, ...stored } = all;
  for (const [user, at] of items(users, `/${names.users}`)) {
    const { username, password } = record(user, at, ["username", "password"]);
    text(username, `${at}/username`);
    text(password, `${at}/password`);
  }
  for (const [answer, at] of entries(answers, `/${names.answers}`)) checkAnswer(answer, at);
  return { settings: { users: users ?? [], answers: answers ?? {} } as Settings, names: Object.values(names), stored };
}

function checkAnswer(answer: unknown, at: string): void {
  const { status = 200, headers } = record(answer, at, ["status", "headers", "body"]);
  const isStatus = typeof status === "number" && Number.isInteger(status) && status >= 200 && status <= 599;
  if (!isStatus) throw new TypeError(`${at}/status: expected 200 to 599.`);
  if (headers !== undefined) {
    for (const [name, value] of Object.entries(record(headers, `${at}/headers`))) checkHeader(name, value, at);
  }
  if (Object.hasOwn(answer as object, "body") && EMPTY.includes(status))
    throw new TypeError(`${at}/body: a response of status ${status} has none.`);
}

/** Statuses whose answers have no body (Fetch standard, section 2.2.6). */
const EMPTY: readonly number[] = [204, 205, 304];

function checkHeader(name: string, value: unknown, at: string): void {
  const place = childPointer(`${at}/headers`, name);
  text(value, place);
  try {
    new Headers([[name, value as string]]);
  } catch {
    throw new TypeError(`${place}: cannot be sent as a header.`);
  }
}

/** @throws TypeError for a value that is no object, and for a name that is not one of the given ones */
export function record(value: unknown, at: string, names?: readonly string[]): Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new TypeError(`${at || "The state"}: expected an object.`);
  const unknown = names && Object.keys(value).find((name) => !names.includes(name));
  if (unknown === undefined) return value as Record<string, unknown>;
  throw new TypeError(`${childPointer(at, unknown)}: unknown key; ${nameHelp(unknown, names ?? [])}`);
}

/** The values of a record that may be left out, each with its place. */
function entries(value: unknown, at: string): [value: unknown, at: string][] {
  if (value === undefined) return [];
  return Object.entries(record(value, at)).map(([name, entry]) => [entry, childPointer(at, name)]);
}

/** The items of a list that may be left out, each with its place. */
function items(value: unknown, at: string): [item: unknown, at: string][] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw new TypeError(`${at}: expected a list.`);
  return value.map((item: unknown, index) => [item, `${at}/${index}`]);
}

function text(value: unknown, at: string): void {
  if (typeof value !== "string") throw new TypeError(`${at}: expected a text.`);
}
