import type { Readable } from "node:stream";
import type { Reply } from "./reply.ts";

/** Calls `end`, once or more, when a reply has been sent, has failed, or is left by the caller. */
export async function untilSent(
  replying: Promise<Reply>,
  end: (() => void) | undefined,
  signal: AbortSignal,
): Promise<Reply> {
  if (end === undefined) return replying;
  if (signal.aborted) end();
  signal.addEventListener("abort", end, { once: true });
  try {
    const reply = await replying;
    const [, body] = reply;
    if (isStream(body)) body.once("close", end);
    else end();
    return reply;
  } catch (error) {
    end();
    throw error;
  }
}

function isStream(body: unknown): body is Readable {
  return typeof (body as Partial<Readable> | undefined)?.once === "function";
}
