import { AuthenticationError, RateLimitError, SvcApiError } from "@svc/client";
import fastify, { type FastifyInstance } from "fastify";
import { findOneTimeCode } from "./one-time-code.ts";
import type { Tenants } from "./tenants.ts";

/** `GET /personas/:id/code` with the header `x-tenant`: the newest one-time code of a persona, by its tenant's credential. */
export function createApp(tenants: Tenants): FastifyInstance {
  const app = fastify();
  app.get<{ Params: { id: string } }>("/personas/:id/code", async (request, reply) => {
    const svc = tenants.clientOf(String(request.headers["x-tenant"]));
    if (svc === undefined) return reply.code(403).send({ error: "unknown tenant" });
    // A caller that has gone away no longer needs its place in the queue.
    const left = new AbortController();
    reply.raw.once("close", () => left.abort());
    const code = await findOneTimeCode(svc, request.params.id, left.signal);
    return code === undefined ? reply.code(404).send({ error: "no code" }) : { code };
  });
  app.setErrorHandler((error, _request, reply) => {
    const [status, message] = describe(error);
    return reply.code(status).send({ error: message });
  });
  app.addHook("onClose", () => tenants.close());
  return app;
}

/** The part of an error that callers may know. Errors of the client carry no credential. */
function describe(error: unknown): [number, string] {
  if (AuthenticationError.is(error)) return [502, "this tenant's key is refused"];
  if (RateLimitError.is(error)) return [503, "busy"];
  if (SvcApiError.is(error)) return [502, error.message];
  return [500, "internal error"];
}
