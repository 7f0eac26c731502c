// Node.js has it since 20, browsers since 2023; the other parts of that library version came later.
/// <reference lib="es2024.string" />

import { type HttpRequest, type HttpResponse, jsonResponse, textResponse } from "@svc/fastapi-validation";
import { nameHelp } from "@svc/model/data";
import { type Controlled, READS, runEndpoint, WRITES } from "../../console/endpoints.ts";
import { liveEvents } from "../../console/live-events.ts";
import { consolePage } from "../../console/page.ts";

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

/** Endpoints with responses of their own; others respond with JSON. */
const PLAIN: { readonly [name: string]: (fake: Controlled) => HttpResponse | Promise<HttpResponse> } = {
  "": consolePage,
  events: ({ internals }) => liveEvents(internals.watch),
};

/** @throws TypeError for text with half of a surrogate pair: no answer could hold it */
function wellFormed(name: string, value: unknown): unknown {
  if (name.isWellFormed() && (typeof value !== "string" || value.isWellFormed())) return value;
  throw new TypeError(`${JSON.stringify(name)}: holds half of a surrogate pair, which has no UTF-8 form.`);
}

/** Whether a request is for {@link answerControl}. */
export function isControl({ target }: HttpRequest): boolean {
  return target.startsWith(PREFIX);
}

/** Why a request may not control the fake; undefined if it may. */
function forbidden(name: string, { headers }: HttpRequest, allowHosts: readonly string[]): string | undefined {
  const header = (wanted: string): string | undefined => headers.find(([field]) => field.toLowerCase() === wanted)?.[1];
  const origin = header("origin");
  if (origin !== undefined && !LOOPBACK.test(origin)) return "Pages of other machines must not control the fake.";
  const host = header("host");
  if (!isAllowedHost(host, allowHosts))
    return `The fake is controlled by a loopback address, not by ${host}; allow it by --allow-host, or listen({ allowHosts }).`;
  // A link may lead to the console; requests without an origin come from what another page embeds.
  const site = header("sec-fetch-site");
  const isEmbedded = origin === undefined && site !== undefined && site !== "same-origin" && site !== "none";
  return isEmbedded && name !== "" ? "Other pages must not embed what controls the fake." : undefined;
}

/**
 * Answers `/__fake/...`, by which other processes control a fake: `GET calls`, `deliveries`, `snapshot` and `events`
 * (server-sent), `POST state`, `reset`, `clock` (a time span), `fail` (a fault), `unfail` (the `id` of one that waits),
 * `webhook` (a name, with payload and options of `fake.webhooks.send`), `resend` (the `id` of a delivery), `put` and `remove` (an
 * item), with JSON bodies; and the console. Only over HTTP; these requests are not in the journal.
 */
export async function answerControl(
  control: () => Controlled,
  request: HttpRequest,
  allowHosts: readonly string[] = [],
): Promise<HttpResponse> {
  const { method, target, body } = request;
  const [path = ""] = target.split("?", 1);
  const name = path.slice(PREFIX.length);
  const refusal = forbidden(name, request, allowHosts);
  if (refusal !== undefined) return jsonResponse(403, { error: refusal });
  const known = [PLAIN, READS, WRITES].find((table) => Object.hasOwn(table, name));
  if (known === undefined) {
    const all = Object.keys({ ...PLAIN, ...READS, ...WRITES }).filter((one) => one !== "");
    return jsonResponse(404, { error: `unknown path ${path}; ${nameHelp(name, all)}` });
  }
  const allow = known === WRITES ? "POST" : "GET";
  if (method !== allow) return jsonResponse(405, { error: `${path} takes ${allow}.` }, [["allow", allow]]);
  try {
    if (known === PLAIN) return (await PLAIN[name]?.(control())) ?? jsonResponse(404, {});
    const input = known === WRITES ? inputOf(path, body) : new URLSearchParams(target.slice(path.length));
    return textResponse(200, await runEndpoint(control(), name, input), "application/json");
  } catch (error) {
    // Too deep for the parser.
    if (!(error instanceof TypeError || error instanceof SyntaxError || error instanceof RangeError)) throw error;
    const what = error instanceof SyntaxError ? `${path}: expected JSON: ` : "";
    return jsonResponse(400, { error: what + error.message });
  }
}

/** The object in a body. @throws SyntaxError, TypeError or RangeError for a body that holds none */
function inputOf(path: string, body: HttpRequest["body"]): object {
  const text = new TextDecoder().decode(body);
  const input: unknown = text === "" ? {} : JSON.parse(text, wellFormed);
  if (typeof input !== "object" || input === null) throw new TypeError(`${path}: expected a JSON object.`);
  return input;
}
