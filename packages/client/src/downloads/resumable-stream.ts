import { callHook } from "../call/hooks.ts";
import { abandon, streamOf } from "../call/read-body.ts";
import { sleep, whenAborted, within } from "../clock.ts";
import { AbortedError, ConfigurationError, ConnectionError, SvcApiError, SvcError } from "../errors/errors.ts";
import { fromCause } from "../errors/redact.ts";
import { backoffMs } from "../retry/retry-decision.ts";
import { expected, type FileSource, openFile, RefusedAddress, type Transfer } from "./open-file.ts";
import { createSlots, type Download, type DownloadContext, type Slots } from "./options.ts";

/** The body of one attempt, without the bytes that were received before. */
interface Reader {
  read(): Promise<Uint8Array | undefined>;
  cancel(): Promise<void>;
}

/** A file whose transfer begins when it is read. Of those that share `slots`, only so many are under way. */
export function downloadOf(context: DownloadContext, source: FileSource, slots: Slots = createSlots(1)): Download {
  const { key, size } = source;
  const stream = resumableStream(context, source, slots);
  const response = async (): Promise<Response> => {
    if (stream.locked) throw new ConfigurationError(`${key}: already read; download it again`);
    return new Response(stream);
  };
  return {
    key,
    size,
    stream,
    blob: async () => (await response()).blob(),
    text: async () => (await response()).text(),
  };
}

/**
 * The bytes of a file as one stream, however often the transfer breaks: it goes on where it was, with Range where the
 * host allows it, else by reading again what was received before. Begins when it is read.
 */
function resumableStream(context: DownloadContext, source: FileSource, slots: Slots): ReadableStream<Uint8Array> {
  const { signal: given } = context.options;
  const controller = new AbortController();
  const { signal } = controller;
  const transfer: Transfer = {
    source,
    location: undefined,
    received: 0,
    total: undefined,
    etag: undefined,
    modified: undefined,
    failures: 0,
    isRenewed: false,
  };
  let reader: Reader | undefined;
  let attempt = controller;
  let release: (() => void) | undefined;
  let unlisten: (() => void) | undefined;
  const onAbort = (): void => {
    controller.abort(new AbortedError(`${source.key}: aborted by the caller`, { cause: given?.reason }));
    // Not by `AbortSignal.any`, which the first releases of Node.js 20 do not have.
    attempt.abort();
  };
  const end = (): void => {
    unlisten?.();
    release?.();
  };
  const nextPiece = async (): Promise<Uint8Array | undefined> => {
    if (!release) {
      unlisten = whenAborted(given, onAbort);
      signal.throwIfAborted();
      release = await slots.take(signal);
    }
    for (;;) {
      try {
        if (!reader) {
          attempt = new AbortController();
          signal.throwIfAborted();
          reader = await open(context, transfer, attempt.signal);
        }
        const piece = await reader.read();
        checkPiece(transfer, context, piece);
        return piece;
      } catch (error) {
        // Also ends a request that is stalled.
        attempt.abort();
        abandon(reader);
        reader = undefined;
        signal.throwIfAborted();
        await recover(context, transfer, error, signal);
      }
    }
  };
  const next = async (): Promise<Uint8Array | undefined> => {
    try {
      const piece = await nextPiece();
      const { received, total } = transfer;
      callHook(context.options.onProgress, { key: source.key, received, size: total ?? source.size });
      if (!piece) end();
      return piece;
    } catch (error) {
      end();
      controller.abort(error);
      throw error;
    }
  };
  return streamOf(next, (reason) => {
    end();
    controller.abort(reason);
    attempt.abort();
    abandon(reader);
  });
}

async function open(context: DownloadContext, transfer: Transfer, signal: AbortSignal): Promise<Reader> {
  const { locate } = transfer.source;
  transfer.location ??= await locate();
  if (transfer.location.expiresAt <= context.clock.now()) transfer.location = await locate(transfer.location);
  const opened = await unlessAborted(openFile(context, transfer, signal), signal, context);
  let { skip } = opened;
  const reader = (opened.body ?? new Blob([]).stream()).getReader();
  return {
    async read() {
      for (;;) {
        const { value: piece } = await unlessAborted(reader.read(), signal, context);
        const skipped = skip;
        skip = Math.max(0, skip - (piece?.length ?? 0));
        if (!piece && skip > 0) throw new TypeError("the transfer ended early");
        if (!piece || piece.length > skipped) return piece?.subarray(skipped);
      }
    },
    cancel: () => reader.cancel(),
  };
}

/** Counts a piece. Fewer bytes than the host or the listing said are a broken transfer, more are an error. */
function checkPiece(transfer: Transfer, { options }: DownloadContext, piece: Uint8Array | undefined): void {
  const { source, total } = transfer;
  const most = total ?? (options.checkSize === false ? undefined : source.size) ?? Infinity;
  transfer.received += piece?.length ?? 0;
  const { received } = transfer;
  if (received > most) throw new ConnectionError(`${source.key}: more than ${most} bytes${expected(source.size)}`);
  if (piece) Object.assign(transfer, { failures: 0, isRenewed: false });
  else if (received < most && most < Infinity)
    throw new TypeError(`the transfer ended early, at ${received} of ${most} bytes`);
}

/** Waits until the transfer may go on. @throws SvcError where it may not */
async function recover(
  context: DownloadContext,
  transfer: Transfer,
  error: unknown,
  signal: AbortSignal,
): Promise<void> {
  if (SvcError.is(error)) throw error;
  const { key, locate } = transfer.source;
  const { clock, maxFailures, random } = context;
  const isRefused = error instanceof RefusedAddress;
  if (isRefused && !transfer.isRenewed) {
    // Addresses expire: that is no failure, however few failures are allowed.
    transfer.isRenewed = true;
    transfer.location = await locate(transfer.location);
    return;
  }
  if (++transfer.failures >= (isRefused ? Math.min(2, maxFailures) : maxFailures)) {
    if (isRefused) throw new SvcApiError(error.message);
    throw fromCause(ConnectionError, { operation: key, sent: [] }, `the transfer broke off: ${error}`, error);
  }
  await sleep(clock, backoffMs(transfer.failures - 1, random()), signal);
  if (isRefused) transfer.location = await locate(transfer.location);
}

/** Settles like the promise; rejects when the signal is aborted or `stallMs` milliseconds pass before. */
async function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal, context: DownloadContext): Promise<T> {
  const { clock, stallMs: ms } = context;
  let unlisten = (): void => {};
  const aborted = new Promise<never>((_, reject) => {
    unlisten = whenAborted(signal, () => reject(signal.reason));
  });
  const onLate = (): Error => new TypeError(`no data for ${ms} ms`);
  return within(Promise.race([promise, aborted]), { clock, ms, onLate }).finally(unlisten);
}
