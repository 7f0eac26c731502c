import { createPolicyFetch } from "@svc/client";
import { downloadNetworkLogs, downloadReplay } from "@svc/client/downloads";
import { check, equal } from "./expect.mjs";
import { calls, connect } from "./peers.mjs";
import { SECRET } from "./secret.mjs";

/** Calls that succeed. */
export const callChecks = {
  "a list with parameters is data of the documented type": async (context) => {
    const emails = await connect(context).personas.emails.list("p1", { limit: 2, timedelta: { hours: 1 } });
    equal(emails.length, 2);
    for (const email of emails) check(typeof email.subject === "string", "expected a subject");
    check(
      emails.some(({ subject }) => subject === "Grüße 👋"),
      "expected the subject as it was written",
    );
  },
  "parameters are sent as the document says": async (context) => {
    const params = { limit: 3, timedelta: { minutes: 5 }, only_unread: true };
    await connect(context).personas.emails.list("on-the-wire", params);
    const call = (await calls(context.urls.fake)).find(({ path }) => path.persona_id === "on-the-wire");
    equal(call.query.limit, 3);
    equal(call.query.only_unread, true);
    equal(call.query.timedelta, "PT5M");
  },
  "every operation of the document can be called": async (context) => {
    const svc = connect(context);
    check((await svc.sessions.cookies.get("s1")).cookies.length === 1, "expected a cookie");
    equal((await svc.sessions.network.logs.get("s1", { limit: 1 })).batches.length, 1);
    check((await svc.sessions.replay.get("s1")).mp4_url !== undefined, "expected an address of the video");
    await svc.health.get();
  },
  "withResponse gives the data, the answer and the rate limit": async (context) => {
    const { data, response, rateLimit } = await connect(context).personas.emails.list("p1").withResponse();
    check(Array.isArray(data), "expected data");
    equal(response.status, 200);
    check(response.headers.get("x-ratelimit-limit") !== null, "expected the headers of the answer");
    equal(typeof rateLimit.limit, "number");
  },
  "raw.GET gives successes and failures as values": async (context) => {
    const { raw } = connect(context);
    const path = { persona_id: "p1" };
    const good = await raw.GET("/personas/{persona_id}/emails", { params: { path } });
    check(Array.isArray(good.data) && good.response.ok, "expected data");
    const bad = await raw.GET("/personas/{persona_id}/emails", { params: { path, query: { limit: 500 } } });
    equal([bad.data, bad.response.status, bad.error.detail.length], [undefined, 422, 1]);
  },
  "letters of any script stay in their segment": async (context) => {
    const id = "b\\c é?#%";
    await connect(context).personas.emails.list(id);
    const seen = await calls(context.urls.fake);
    check(
      seen.some(({ path }) => path.persona_id === id),
      "the service saw another id",
    );
  },
  "slashes stay in their segment": async (context) => {
    await connect(context)
      .personas.emails.list("a/../b")
      .catch(() => undefined);
    const seen = await calls(context.urls.fake);
    check(
      seen.some(({ target }) => target === "/personas/a%2F..%2Fb/emails"),
      "the service saw another path",
    );
  },
  "fifty concurrent calls are answered": async (context) => {
    const svc = connect(context);
    const all = await Promise.all(Array.from({ length: 50 }, () => svc.sessions.cookies.get("s1")));
    equal(all.length, 50);
  },
  "createPolicyFetch sends with the credential": async (context) => {
    const policyFetch = createPolicyFetch({ baseUrl: context.urls.fake, auth: SECRET });
    const response = await policyFetch(`${context.urls.fake}/health`);
    equal(response.status, 200);
    await response.text();
    await policyFetch.close();
  },
  "network logs are downloaded as streams": async (context) => {
    const texts = [];
    const query = { include_download_urls: true };
    for await (const { stream } of downloadNetworkLogs(connect(context), "s1", { query })) {
      texts.push(await new Response(stream).text());
    }
    equal(texts, ["one\n", "two\n"]);
  },
  "a replay is downloaded with its progress": async (context) => {
    let last = 0;
    const onProgress = ({ received }) => (last = received);
    const { stream } = await downloadReplay(connect(context), "s1", { onProgress });
    const bytes = await new Response(stream).arrayBuffer();
    equal([bytes.byteLength, last], [300_000, 300_000]);
  },
  "the global fetch is looked up when a call is made": async (context) => {
    const svc = connect(context);
    const original = globalThis.fetch;
    globalThis.fetch = async () => Response.json({ cookies: [] });
    try {
      equal(await svc.sessions.cookies.get("unknown"), { cookies: [] });
    } finally {
      globalThis.fetch = original;
    }
  },
  "an injected fetch is the only one used": async () => {
    const fetch = async () => Response.json([]);
    equal(await connect({ urls: { fake: "https://svc.example.test" } }, { fetch }).personas.emails.list("p1"), []);
  },
};
