import { callHook } from "../call/hooks.ts";
import { checkLimit, invalid, isSafeUrl } from "../checks.ts";
import { clientEffects, sleep, systemClock, whenAborted } from "../clock.ts";
import { createSlots } from "../downloads/options.ts";
import { AbortedError, ConfigurationError, ConnectionError, SvcApiError, SvcError } from "../errors/errors.ts";
import { fromCause } from "../errors/redact.ts";
import { backoffMs } from "../retry/retry-decision.ts";
import {
  type Part,
  type PartContext,
  RefusedPart,
  sendPart,
  type UploadedPart,
  type UploadTarget,
  type UploadToOptions,
} from "./send-part.ts";

/**
 * Sends a file to an address that a service signed, or its parts in parallel to several. The host gets no credential of
 * the service, and no redirect is followed. A part that fails is sent again.
 *
 * @throws ConfigurationError naming the invalid option or address; SvcApiError if the host rejects the request;
 * ConnectionError if the transfer breaks too often; AbortedError
 */
export async function uploadTo(
  svc: object,
  targets: UploadTarget | readonly UploadTarget[],
  file: Blob,
  options: UploadToOptions = {},
): Promise<UploadedPart[]> {
  const { clock = systemClock, random = Math.random, fetch } = clientEffects.get(svc) ?? {};
  const { signal: given, concurrency = 4, stallMs = 60_000, maxFailures = 5, onProgress } = options;
  const parts = toParts([targets].flat(), file, options);
  const most = checkLimit("maxFailures", maxFailures);
  const controller = new AbortController();
  const { signal } = controller;
  const onAbort = (): void =>
    controller.abort(new AbortedError("upload: aborted by the caller", { cause: given?.reason }));
  const unlisten = whenAborted(given, onAbort);
  const sent = new Map<number, number>();
  let all = 0;
  const context: PartContext = {
    clock,
    random,
    options,
    signal,
    fetch: (request, init) => (options.fetch ?? fetch ?? globalThis.fetch)(request, init),
    stallMs: checkLimit("stallMs", stallMs),
    onSent(number, bytes) {
      all += bytes - (sent.get(number) ?? 0);
      sent.set(number, bytes);
      callHook(onProgress, { sent: all, total: file.size });
    },
  };
  const slots = createSlots(checkLimit("concurrency", concurrency));
  const run = async (part: Part): Promise<UploadedPart> => {
    const release = await slots.take(signal);
    try {
      return await withRetries(context, part, most);
    } catch (error) {
      // The other parts would be sent for nothing.
      controller.abort(error);
      throw error;
    } finally {
      release();
    }
  };
  try {
    return await Promise.all(parts.map(run));
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  } finally {
    unlisten();
  }
}

function toParts(targets: readonly UploadTarget[], file: Blob, options: UploadToOptions): Part[] {
  const { partBytes = Math.max(1, Math.ceil(file.size / targets.length)), allowInsecure } = options;
  if (!(Number.isInteger(partBytes) && partBytes > 0)) throw invalid("partBytes", "a whole number above 0");
  const count = Math.max(1, Math.ceil(file.size / partBytes));
  if (count !== targets.length)
    throw invalid("targets", `${count} addresses, one for each part, got ${targets.length}`);
  return targets.map((target, index) => {
    if (!isSafeUrl(target.url, allowInsecure))
      throw new ConfigurationError(`targets: expected https addresses without credentials (see allowInsecure)`);
    const end = Math.min(file.size, (index + 1) * partBytes);
    return { number: index + 1, target, file: file.slice(index * partBytes, end, file.type) };
  });
}

async function withRetries(context: PartContext, part: Part, maxFailures: number): Promise<UploadedPart> {
  const { clock, random, signal } = context;
  for (let failures = 1; ; failures++) {
    signal.throwIfAborted();
    try {
      return await sendPart(context, part);
    } catch (error) {
      signal.throwIfAborted();
      if (SvcError.is(error)) throw error;
      if (failures >= maxFailures) throw broken(part, error);
      await sleep(clock, backoffMs(failures - 1, random()), signal);
    }
  }
}

function broken({ number }: Part, error: unknown): SvcError {
  if (error instanceof RefusedPart)
    return new SvcApiError(`upload: part ${number} failed with status ${error.status}`, { status: error.status });
  return fromCause(ConnectionError, { operation: "upload", sent: [] }, `part ${number} broke off: ${error}`, error);
}
