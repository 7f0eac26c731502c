import type { Session } from "../call/call.ts";
import type { CallOptions } from "../call/call-options.ts";
import { callMethod } from "../call/deliver.ts";
import { SENT_BY } from "../call/start-call.ts";
import { checkKind, checkLimit } from "../checks.ts";
import { clientEffects, noteFinisher } from "../effects.ts";
import { isRead } from "../policies/exchange.ts";
import type { Fetch } from "../policies/policy.ts";
import { argumentCount, argumentsBefore, replaceMethod } from "../runtime/method-tree.ts";
import type { BodyRow, ClientTable, OperationRow, UploadRow } from "../table.ts";
import type { UploadOptions } from "./options.ts";
import { sendUpload } from "./send-upload.ts";
import { asFile, hasStream } from "./sources.ts";

/**
 * Makes a client's methods with binary bodies and forms send files as streams. A function of its own, so that only documents
 * with such operations bundle it. Before all others: what they add calls the method as it is then.
 */
export function withUploads<Client extends object>(client: Client, { operations }: ClientTable): Client {
  const session = clientEffects.get(client) as Session;
  for (const row of operations) if (row.body?.upload) wrap(client, row, session, row.body as UploadBodyRow);
  noteFinisher(client, withUploads);
  return client;
}

type UploadBodyRow = BodyRow & { readonly upload: UploadRow };

function wrap(client: object, row: OperationRow, session: Session, body: UploadBodyRow): void {
  const at = argumentCount(row);
  const bodyAt = at - (row.params ? 2 : 1);
  replaceMethod(client, row.name, (method) => (...args) => {
    const { onProgress, stallMs, maxUploadBytes, ...options } = (args[at] ?? {}) as UploadOptions & CallOptions;
    const limits = { stallMs, maxUploadBytes, onProgress };
    const given = args[bodyAt];
    const values = argumentsBefore(args, at);
    if (given === undefined) return method(...values, options);
    try {
      checkOptions(limits);
    } catch (error) {
      return callMethod(session, { row, operation: row.id, options: {}, run: () => Promise.reject(error) });
    }
    const upload = { operation: row.id, row: body.upload, given, options: limits, attempts: 0 };
    // Puts the body into the request where it is sent: before that, requests are copied with their bodies.
    const send: Fetch = (request, init = {}) => {
      const fetch = session.fetch ?? globalThis.fetch;
      // A redirect may have made a GET of it.
      return isRead(request) ? fetch(request, init) : sendUpload(session, upload, { request, init, fetch });
    };
    // Stands for the body, with the type that a range of types takes from it.
    values[bodyAt] = new Blob([], { type: body.type.includes("*") ? (asFile(given)?.type ?? "") : "" });
    const once = hasStream(given) ? { retry: false as const } : {};
    return method(...values, { timeoutMs: false, ...options, ...once, [SENT_BY]: send });
  });
}

/** @throws ConfigurationError naming the invalid option */
function checkOptions({ stallMs, maxUploadBytes = Infinity, onProgress }: UploadOptions): void {
  checkLimit("stallMs", stallMs ?? false);
  if (!(maxUploadBytes > 0)) checkLimit("maxUploadBytes", maxUploadBytes);
  if (onProgress !== undefined) checkKind("onProgress", onProgress);
}
