// Node.js has it since 20, browsers since 2023; the other parts of that library version came later.
/// <reference lib="es2024.string" />

import {
  encodeLenientJson,
  type HttpRequest,
  type HttpResponse,
  jsonResponse,
  textResponse,
} from "@svc/fastapi-validation";
import { nameHelp } from "@svc/model";
import type { TimeSpan } from "../../clock/time-span.ts";
import type { VirtualClock } from "../../clock/virtual-clock.ts";
import type { FaultOptions } from "../../faults/fault.ts";
import { inboxOf, messageOf } from "../../inspector/inbox.ts";
import { liveEvents, messageFrame } from "../../inspector/live-events.ts";
import { inspectorPage } from "../../inspector/page.ts";
import { formChoices, type ItemPlace, putItem, readItem, removeItem, storeForm } from "../../inspector/store-form.ts";
import { callOf, type Inspectable, viewOf } from "../../inspector/view.ts";
import type { RecordedCall } from "../../journal/journal.ts";
import type { FakeState } from "../../state/load-state.ts";
import type { SendOptions, Webhooks } from "../../webhooks/webhooks.ts";

/** A fake as the control endpoints drive it. */
export interface Controlled extends Inspectable {
  readonly calls: readonly RecordedCall[];
  readonly clock: VirtualClock;
  load(state: FakeState): void;
  snapshot(): FakeState;
  fail(fault: FaultOptions): () => void;
  reset(): void;
  readonly webhooks: Webhooks;
}

const PREFIX = "/__fake/";

/** Origins of pages that this machine serves. */
const LOOPBACK = /^https?:\/\/(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/;

/**
 * Whether a request may control the fake: its `Host` is loopback, or allowed. A page of another machine whose name begins to
 * lead to this one (DNS rebinding) could read the journal else.
 */
function isAllowedHost(host: string | undefined, allowed: readonly string[]): boolean {
  if (host === undefined || LOOPBACK.test(`http://${host}`)) return true;
  const name = host.replace(/:\d+$/, "").toLowerCase();
  return allowed.some((one) => one.toLowerCase() === name);
}

/** Endpoints with answers of their own; others answer with JSON. */
const PLAIN: {
  readonly [path: string]: (fake: Controlled, query: URLSearchParams) => HttpResponse | Promise<HttpResponse>;
} = {
  "": () => inspectorPage(),
  events: ({ inspected }) => liveEvents(inspected.watch),
  "message.html": ({ inspected }, query) => messageFrame(messageOf(inspected.store(), placeIn(query)).html),
};

type Endpoint = (fake: Controlled, input: unknown, query: URLSearchParams) => unknown;

const GET: { readonly [path: string]: Endpoint } = {
  calls: ({ calls }, _input, query) => {
    const from = whole(query, "from") ?? 0;
    const count = whole(query, "count");
    return count === undefined && from === 0 ? calls : calls.slice(from, count && from + count);
  },
  deliveries: (fake) => fake.webhooks.deliveries,
  view: (fake, _input, query) => viewOf(fake, query),
  call: (fake, _input, query) => callOf(fake, query),
  snapshot: (fake) => fake.snapshot(),
  forms: ({ inspected }) => formChoices(inspected.store()),
  form: ({ inspected, model }, _input, query) => storeForm(inspected.store(), model.schemas, query.get("path") ?? ""),
  item: ({ inspected }, _input, query) => readItem(inspected.store(), placeIn(query)),
  inbox: ({ inspected }, _input, query) => inboxOf(inspected.store(), query.get("place") ?? undefined),
  message: ({ inspected }, _input, query) => messageOf(inspected.store(), placeIn(query)),
};

function placeIn(query: URLSearchParams): ItemPlace {
  return { path: query.get("path") ?? "", parameters: query.getAll("parameter"), id: query.get("id") ?? "" };
}

const POST: { readonly [path: string]: Endpoint } = {
  state: (fake, input) => {
    fake.load(input as FakeState);
    return {};
  },
  put: ({ inspected }, input) => {
    const { value, ...place } = input as ItemPlace & { readonly value: unknown };
    return putItem(inspected.store(), place, value);
  },
  remove: ({ inspected }, input) => {
    removeItem(inspected.store(), input as ItemPlace);
    return {};
  },
  reset: (fake) => {
    fake.reset();
    return {};
  },
  clock: async ({ clock }, input) => {
    if (typeof (clock as Partial<VirtualClock>).advance !== "function") {
      throw new TypeError("The fake runs on the system clock, which cannot be advanced.");
    }
    await clock.advance(input as TimeSpan);
    return { now: new Date(clock.now()).toISOString() };
  },
  webhook: ({ webhooks }, input) => {
    const { name, payload, ...options } = input as SendOptions & { readonly name: string; readonly payload?: unknown };
    return webhooks.send(name, payload, options);
  },
  resend: ({ webhooks }, input) => webhooks.resend((input as { readonly id: string }).id),
  unfail: ({ inspected }, input) => {
    const { id } = input as { readonly id: number };
    if (!inspected.faults.remove(id)) throw new TypeError(`There is no fault ${JSON.stringify(id)} that waits.`);
    return {};
  },
  fail: (fake, input) => {
    fake.fail(input as FaultOptions);
    return {};
  },
};

/** @throws TypeError for text with half of a surrogate pair: no answer could hold it */
function wellFormed(name: string, value: unknown): unknown {
  if (name.isWellFormed() && (typeof value !== "string" || value.isWellFormed())) return value;
  throw new TypeError(`${JSON.stringify(name)}: holds half of a surrogate pair, which has no UTF-8 form.`);
}

/** @throws TypeError for a value that is no whole number */
function whole(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name);
  if (text === null) return undefined;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new TypeError(`${name}: expected a whole number, got ${JSON.stringify(text)}.`);
}

/** Whether a request is for {@link answerControl}. */
export function isControl({ target }: HttpRequest): boolean {
  return target.startsWith(PREFIX);
}

/**
 * Answers `/__fake/...`, by which other processes control a fake: `GET calls`, `deliveries`, `inbox`, `message`, `snapshot` and
 * `events` (server-sent), `POST state`, `reset`, `clock` (a time span), `fail` (a fault), `unfail` (the `id` of one that waits),
 * `webhook` (a name, with payload and options of `fake.webhooks.send`), `resend` (the `id` of a delivery), `put` and `remove` (an
 * item), with JSON bodies; and the inspector page. Only over HTTP; these requests are not in the journal.
 */
export async function answerControl(
  control: () => Controlled,
  { method, target, body, headers }: HttpRequest,
  allowHosts: readonly string[] = [],
): Promise<HttpResponse> {
  const [path = ""] = target.split("?", 1);
  const origin = headers.find(([field]) => field.toLowerCase() === "origin")?.[1];
  if (origin !== undefined && !LOOPBACK.test(origin)) {
    return jsonResponse(403, { error: "Pages of other machines must not control the fake." });
  }
  const host = headers.find(([field]) => field.toLowerCase() === "host")?.[1];
  if (!isAllowedHost(host, allowHosts)) {
    const error = `The fake is controlled by a loopback address, not by ${host}; allow it by --allow-host, or listen({ allowHosts }).`;
    return jsonResponse(403, { error });
  }
  const name = path.slice(PREFIX.length);
  // A link may lead to the inspector; requests without an origin come from what another page embeds.
  const site = headers.find(([field]) => field.toLowerCase() === "sec-fetch-site")?.[1];
  if (origin === undefined && name !== "" && site !== undefined && site !== "same-origin" && site !== "none") {
    return jsonResponse(403, { error: "Other pages must not embed what controls the fake." });
  }
  const [table, allow] = Object.hasOwn(POST, name) ? [POST, "POST"] : [GET, "GET"];
  const endpoint = Object.hasOwn(table, name) ? table[name] : undefined;
  const plain = Object.hasOwn(PLAIN, name) ? PLAIN[name] : undefined;
  if (endpoint === undefined && plain === undefined) {
    const all = Object.keys({ ...PLAIN, ...GET, ...POST }).filter((one) => one !== "");
    return jsonResponse(404, { error: `There is no ${path}; ${nameHelp(name, all)}` });
  }
  if (method !== allow) return jsonResponse(405, { error: `${path} takes ${allow}.` }, [["allow", allow]]);
  const query = new URLSearchParams(target.slice(path.length));
  try {
    if (plain !== undefined) return await plain(control(), query);
    const text = new TextDecoder().decode(body);
    const input: unknown = text === "" ? {} : JSON.parse(text, wellFormed);
    if (typeof input !== "object" || input === null) throw new TypeError(`${path}: expected a JSON object.`);
    const result = await endpoint?.(control(), input, query);
    // Requests in the journal may hold NaN and infinity.
    return textResponse(200, encodeLenientJson(result), "application/json");
  } catch (error) {
    // Too deep for the parser.
    if (!(error instanceof TypeError || error instanceof SyntaxError || error instanceof RangeError)) throw error;
    const what = error instanceof SyntaxError ? `${path}: expected JSON: ` : "";
    return jsonResponse(400, { error: what + error.message });
  }
}
