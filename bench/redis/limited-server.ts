import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A service with one fixed-window limit for all, and what happened in each window. */
export interface LimitedServer {
  readonly url: string;
  /** By window: good answers and refusals. */
  readonly windows: ReadonlyMap<number, { answered: number; refused: number }>;
  /** When the first and the last good answer was decided, epoch milliseconds. */
  readonly span: { firstAt: number; lastAt: number };
  close(): Promise<void>;
}

const LATENCY_MS = 5;
const BODY = JSON.stringify({ items: [] });

export async function startLimited(limit: number, windowMs: number): Promise<LimitedServer> {
  const windows = new Map<number, { answered: number; refused: number }>();
  const span = { firstAt: 0, lastAt: 0 };
  const server = createServer((_, response) => {
    const now = Date.now();
    const index = Math.floor(now / windowMs);
    const window = windows.get(index) ?? { answered: 0, refused: 0 };
    windows.set(index, window);
    const isRefused = window.answered >= limit;
    if (isRefused) window.refused++;
    else {
      window.answered++;
      span.firstAt ||= now;
      span.lastAt = now;
    }
    response.writeHead(isRefused ? 429 : 200, {
      "content-type": "application/json",
      "x-ratelimit-limit": limit,
      "x-ratelimit-remaining": limit - window.answered,
      "x-ratelimit-reset": Math.ceil(((index + 1) * windowMs) / 1000),
    });
    setTimeout(() => response.end(BODY), LATENCY_MS);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    windows,
    span,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
