import type { IncomingMessage } from "node:http";
import type { FrontRequest } from "@svc/fastapi-validation";

/** Bytes of a body that the fake reads. */
const BODY_LIMIT = 64 * 1024 * 1024;

/** A body that nobody sends to a fake on purpose. */
export class BodyTooLarge extends Error {
  override readonly name = "BodyTooLarge";

  constructor() {
    super(`The fake reads bodies of up to ${BODY_LIMIT} bytes.`);
  }
}

/**
 * Reads a request with its body.
 *
 * @throws BodyTooLarge
 */
export async function readRequest(message: IncomingMessage): Promise<FrontRequest> {
  const { method = "GET", url = "/", rawHeaders } = message;
  const headers: [string, string][] = [];
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    headers.push([rawHeaders[index] ?? "", rawHeaders[index + 1] ?? ""]);
  }
  const origin = `http://${message.headers.host ?? "127.0.0.1"}`;
  const body = await readBody(message);
  return { method, target: url, headers, origin, ...(body !== undefined && { body }) };
}

async function readBody(message: IncomingMessage): Promise<Uint8Array | undefined> {
  const { headers } = message;
  if (headers["content-length"] === undefined && headers["transfer-encoding"] === undefined) return undefined;
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of message as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > BODY_LIMIT) throw new BodyTooLarge();
  }
  return length === 0 ? undefined : Buffer.concat(chunks);
}
