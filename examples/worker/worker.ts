import { createSvcClient, SvcApiError } from "@svc/client";

/** Bindings of the worker, from its configuration. */
interface Environment {
  readonly SVC_BASE_URL: string;
  readonly SVC_API_KEY: string;
}

const worker = {
  /** `GET /sessions/ID/cookies`: the names of a session's cookies, without their values. */
  async fetch(request: Request, { SVC_BASE_URL, SVC_API_KEY }: Environment): Promise<Response> {
    const [, sessionId] = /^\/sessions\/([^/]+)\/cookies$/.exec(new URL(request.url).pathname) ?? [];
    if (sessionId === undefined) return Response.json({ error: "not found" }, { status: 404 });
    // One client for each request: a worker may not wait for what another request has begun.
    const svc = createSvcClient({ baseUrl: SVC_BASE_URL, auth: SVC_API_KEY, allowInsecure: true });
    try {
      const { cookies } = await svc.sessions.cookies.get(decodeURIComponent(sessionId));
      return Response.json(cookies.map(({ name }) => name));
    } catch (error) {
      if (SvcApiError.is(error)) return Response.json({ error: error.message }, { status: 502 });
      throw error;
    }
  },
};

// biome-ignore lint/style/noDefaultExport: what workerd calls
export default worker;
