import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** How the limited service of a scenario behaves. */
export interface ServerOptions {
  readonly limit: number;
  readonly windowMs: number;
  /** How far the server's clock is ahead. @default 0 */
  readonly skewMs?: number;
  /** Reset as seconds to go instead of epoch seconds. */
  readonly isDelta?: boolean;
  /** Share of each window that somebody else takes at its start, 0 to 1. @default 0 */
  readonly othersShare?: number;
  /** Answers 503 during the first milliseconds of every third window. @default 0 */
  readonly outageMs?: number;
  /** Called with the status of each answer when it is decided. */
  readonly onAnswer?: (status: number) => void;
}

export interface LimitedServer {
  readonly url: string;
  readonly counts: { answered: number; refused: number; unavailable: number };
  close(): Promise<void>;
}

const LATENCY_MS = 5;
const BODY = JSON.stringify({ items: [] });

/** A service on loopback with fixed windows and the three headers; 429 without Retry-After. */
export async function startServer(options: ServerOptions): Promise<LimitedServer> {
  const { limit, windowMs, skewMs = 0, isDelta = false, othersShare = 0, outageMs = 0, onAnswer } = options;
  const counts = { answered: 0, refused: 0, unavailable: 0 };
  let window = -1;
  let used = 0;
  const answer = (_: IncomingMessage, response: ServerResponse): void => {
    const now = Date.now() + skewMs;
    const current = Math.floor(now / windowMs);
    if (current !== window) [window, used] = [current, Math.round(limit * othersShare)];
    const isOut = outageMs > 0 && current % 3 === 0 && now % windowMs < outageMs;
    const isRefused = !isOut && used >= limit;
    if (!isOut && !isRefused) used++;
    counts[isOut ? "unavailable" : isRefused ? "refused" : "answered"]++;
    const resetAt = (current + 1) * windowMs;
    const status = isOut ? 503 : isRefused ? 429 : 200;
    onAnswer?.(status);
    response.sendDate = false;
    response.writeHead(status, {
      "content-type": "application/json",
      date: new Date(now).toUTCString(),
      "x-ratelimit-limit": limit,
      "x-ratelimit-remaining": Math.max(0, limit - used),
      "x-ratelimit-reset": Math.ceil(isDelta ? (resetAt - now) / 1000 : resetAt / 1000),
    });
    setTimeout(() => response.end(BODY), LATENCY_MS);
  };
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    counts,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
