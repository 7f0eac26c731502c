import type { Call, Session } from "../call/call.ts";
import type { CallOptions } from "../call/call-options.ts";
import { checkKind, checkLimit } from "../checks.ts";
import { clientEffects, noteFinisher } from "../effects.ts";
import { argumentCount, argumentsBefore, replaceMethod } from "../runtime/method-tree.ts";
import type { BodyRow, ClientTable, OperationRow, UploadRow } from "../table.ts";
import type { UploadOptions } from "./options.ts";
import { sendUpload, type Upload } from "./send-upload.ts";
import { asFile, hasStream } from "./sources.ts";

/** The uploads of a session by the signal of their call, which is what a fetch learns of it. */
type Uploads = WeakMap<AbortSignal, Upload>;

const uploadsOf: WeakMap<Session, Uploads> = /* @__PURE__ */ new WeakMap();

/**
 * Makes a client's methods with binary bodies and forms send files as streams. A function of its own, so that only documents
 * with such operations bundle it. Before all others: what they add calls the method as it is then.
 */
export function withUploads<Client extends object>(client: Client, { operations }: ClientTable): Client {
  const session = clientEffects.get(client) as Session;
  const uploads = uploadsOf.get(session) ?? divert(session);
  uploadsOf.set(session, uploads);
  for (const row of operations)
    if (row.body?.upload) wrap(client, row, { session, uploads, body: row.body, upload: row.body.upload });
  noteFinisher(client, withUploads);
  return client;
}

/** Puts bodies into the requests of uploads where they are sent: before that, requests are copied with their bodies. */
function divert(session: Session): Uploads {
  const uploads: Uploads = new WeakMap();
  const own = session.fetch;
  const fetch: Session["fetch"] = (request, init) => {
    const send = own ?? globalThis.fetch;
    const upload = init?.signal ? uploads.get(init.signal) : undefined;
    // A redirect may have made a GET of it.
    if (!init || !upload || /^(GET|HEAD)$/.test(request.method)) return send(request, init);
    return sendUpload(session, upload, { request, init, fetch: send });
  };
  Object.assign(session, { fetch });
  return uploads;
}

interface Wrapping {
  readonly session: Session;
  readonly uploads: Uploads;
  readonly body: BodyRow;
  readonly upload: UploadRow;
}

function wrap(client: object, row: OperationRow, { session, uploads, body, upload }: Wrapping): void {
  const at = argumentCount(row);
  const bodyAt = at - (row.params ? 2 : 1);
  replaceMethod(client, row.name, (method) => (...args) => {
    const { onProgress, stallMs, maxUploadBytes, ...options } = (args[at] ?? {}) as UploadOptions & CallOptions;
    const given = args[bodyAt];
    const values = argumentsBefore(args, at);
    if (given === undefined) return method(...values, options);
    // Stands for the body, with the type that a range of types takes from it.
    values[bodyAt] = new Blob([], { type: body.type.includes("*") ? (asFile(given)?.type ?? "") : "" });
    const once = hasStream(given) ? { retry: false as const } : {};
    const limits = { stallMs, maxUploadBytes, onProgress };
    const call = method(...values, { timeoutMs: false, ...options, ...once });
    const started = [...session.calls].find(({ promise }) => promise === call);
    if (started && checkOptions(started, limits))
      uploads.set(started.signal, { operation: row.id, row: upload, given, options: limits, attempts: 0 });
    return call;
  });
}

/** Ends a call with invalid options. Returns whether it goes on. */
function checkOptions(call: Call, { stallMs, maxUploadBytes = Infinity, onProgress }: UploadOptions): boolean {
  try {
    checkLimit("stallMs", stallMs ?? false);
    if (!(maxUploadBytes > 0)) checkLimit("maxUploadBytes", maxUploadBytes);
    if (onProgress !== undefined) checkKind("onProgress", onProgress);
    return true;
  } catch (error) {
    call.end(error as Error);
    return false;
  }
}
