import { downloadFilm, downloadReceipts } from "@svc/client/downloads";
import { check, equal } from "./expect.mjs";
import { calls, connect } from "./peers.mjs";

/** Calls that succeed. */
export const callChecks = {
  "a list is data of the documented type, with the answer and the rate limit": async (context) => {
    const list = connect(context).mailboxes.letters.list("p1", { limit: 2, within: { hours: 1 } });
    const { data, response, rateLimit } = await list.withResponse();
    equal([data.length, ...data.map(({ topic }) => typeof topic)], [2, "string", "string"]);
    const topics = data.map(({ topic }) => topic);
    check(topics.includes("Grüße 👋"), "expected the topic as it was written");
    equal(response.status, 200);
    check(response.headers.get("x-ratelimit-limit") !== null, "expected the headers of the answer");
    equal(typeof rateLimit.limit, "number");
  },
  "letters of any script, and slashes, stay in their segment": async (context) => {
    const { letters } = connect(context).mailboxes;
    await letters.list("b\\c é?#%");
    // Servers that decode a path before they look for its operation have none of such an id.
    await letters.list("a/b").catch(() => undefined);
    const seen = await calls(context.urls.fake);
    check(
      seen.some(({ path }) => path.mailbox_id === "b\\c é?#%"),
      "the service saw another id",
    );
    check(
      seen.some(({ target }) => target === "/mailboxes/a%2Fb/letters"),
      "the service saw another path",
    );
  },
  "fifty concurrent calls are answered": async (context) => {
    const svc = connect(context);
    const all = await Promise.all(Array.from({ length: 50 }, () => svc.counters.stamps.get("s1")));
    equal(all.length, 50);
  },
  "receipts are downloaded as streams": async (context) => {
    const texts = [];
    const query = { include_download_urls: true };
    for await (const { stream } of downloadReceipts(connect(context), "s1", { query })) {
      texts.push(await new Response(stream).text());
    }
    equal(texts, ["one\n", "two\n"]);
  },
  "a film is downloaded with its progress": async (context) => {
    let last = 0;
    const onProgress = ({ received }) => (last = received);
    const { stream } = await downloadFilm(connect(context), "s1", { onProgress });
    const bytes = await new Response(stream).arrayBuffer();
    equal([bytes.byteLength, last], [300_000, 300_000]);
  },
};
