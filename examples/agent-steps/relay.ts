import { createServer, type Server } from "node:http";
import { Readable } from "node:stream";
import type { createSvcClient } from "./sdk/client/index.ts";

/** A client of the agents' service. */
export type Agents = ReturnType<typeof createSvcClient>;

/** Tells what an agent does, step by step, until it is done. */
export async function* narrate(svc: Agents, agentId: string, signal?: AbortSignal): AsyncGenerator<string> {
  const steps = svc.agents.events(agentId, {
    signal,
    idleTimeoutMs: 120_000,
  });
  for await (const { data } of steps) {
    const { index, action, done } = data;
    yield action.kind === "thought" ? `${index}. ${action.text}` : `${index}. uses ${action.tool}`;
    // Leaving the loop ends the connection.
    if (done) return;
  }
}

/** A service that relays an agent's steps as they come, one line of JSON each: `GET /agents/a1`. */
export function createRelay(svc: Agents): Server {
  return createServer(async (request, response) => {
    const agentId = (request.url ?? "/").split("/").at(-1) ?? "";
    try {
      const stream = await svc.agents.events(agentId);
      response.on("close", () => void stream.close());
      response.writeHead(200, { "content-type": "application/jsonl" });
      response.flushHeaders();
      Readable.fromWeb(stream.toReadableStream() as never)
        .on("error", () => response.destroy())
        .pipe(response);
    } catch (error) {
      response.writeHead(502).end(String(error));
    }
  });
}
