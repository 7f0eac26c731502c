import { createServer } from "node:http";
import { connect } from "node:net";
import { createFakeSvc, systemClock } from "@svc/testing";
import { SECRET } from "./secret.mjs";

// The services that the suite calls, in a process of their own. Prints their addresses as one line of JSON.

const other = await listen(createServer(record));
// On a connection that was used before, Chromium itself sends a POST once more that is cut, or answered 408: no client sees that.
other.server.maxRequestsPerSocket = 1;
const closed = await listen(createServer());
closed.server.close();
const fake = createFakeSvc({ clock: systemClock, tokens: [SECRET], rateLimit: { limit: 1_000_000 } });
fill(fake);
const proxy = await listen(createServer(forward).on("connect", tunnel));
const limited = createFakeSvc({
  clock: systemClock,
  tokens: [SECRET],
  rateLimit: { limit: 5, window: { seconds: 1 } },
});
const streams = createFakeSvc({ document: streaming(), clock: systemClock, rateLimit: false });
stream(streams);
const urls = {
  // Without a limit that matters.
  fake: (await fake.listen()).url,
  limited: (await limited.listen()).url,
  streams: (await streams.listen()).url,
  // Another origin, which remembers what it was sent.
  other: other.url,
  closed: closed.url,
  proxy: proxy.url,
};
console.log(JSON.stringify(urls));

/** A document with a stream of events and one of lines. */
function streaming() {
  const parameters = [{ name: "name", in: "path", required: true, schema: { type: "string" } }];
  const get = (operationId, type, itemSchema) => ({
    get: { operationId, parameters, responses: { 200: { description: "", content: { [type]: { itemSchema } } } } },
  });
  const data = { contentMediaType: "application/json", contentSchema: { type: "object" } };
  return {
    openapi: "3.2.0",
    info: { title: "Streams", version: "1" },
    paths: {
      "/events/{name}": get("events", "text/event-stream", { type: "object", properties: { data } }),
      "/lines/{name}": get("lines", "application/jsonl", { type: "object" }),
    },
  };
}

function stream({ on }) {
  on("events", async function* ({ path, sleep }) {
    if (path.name === "silent") await sleep(60_000);
    const last = path.name === "endless" ? 1000 : 5;
    for (let index = 1; index <= last; index++) {
      yield { id: String(index), data: { index, text: `é😀 ${index}` } };
      await sleep(5);
    }
  });
  on("lines", async function* () {
    for (const index of [1, 2, 3]) yield { index };
  });
}

function fill({ mailboxes, counters, on }) {
  for (const [index, topic] of ["Grüße 👋", "Code 1234", "Grüße 👋"].entries()) {
    const letter = {
      topic,
      letter_id: `e${index}`,
      arrived_at: new Date().toISOString(),
      sender: null,
    };
    for (const id of ["p1", "on-the-wire"]) mailboxes(id).letters.add(letter);
  }
  counters("s1").till.receipts.add([
    { code: "a", body: "one\n" },
    { code: "b", body: "two\n" },
  ]);
  counters("s1").film.set({ film: new Uint8Array(300_000) });
  on("counters_stamps_get", ({ path }) => {
    if (path.counter_id === "redirected-away") return redirect(`${other.url}/stamps`);
    if (path.counter_id === "redirected") return redirect("/counters/s1/stamps");
    return { stamps: [{ motif: "a", price: "b" }] };
  });
}

function redirect(location) {
  return new Response(null, { status: 307, headers: { location } });
}

const seen = [];

/** Another origin: remembers what it was sent, and tells. */
function record({ method, url, headers }, response) {
  const cors = {
    "access-control-allow-origin": "*",
    "access-control-allow-headers": "*, authorization",
    "access-control-allow-methods": "*",
    "content-type": "application/json",
  };
  const answer = (body) => response.writeHead(200, cors).end(JSON.stringify(body));
  if (method === "OPTIONS") return answer({});
  if (url === "/__seen") return answer(seen);
  seen.push({ path: url, authorization: headers.authorization ?? null });
  if (url === "/__away") return response.writeHead(307, { ...cors, location: "/landed" }).end();
  if (url === "/__done") return response.writeHead(303, { ...cors, location: "/landed" }).end();
  const [, name] = /^\/__once\/([^/]+)/.exec(url) ?? [];
  if (name && seen.filter(({ path }) => path === url).length === 1) return once(name, response, cors);
  return answer({ stamps: [] });
}

/** The first answer to a request: a status, a redirect to something that fails, or none. */
function once(name, response, cors) {
  const [status, then] = name.split("-");
  if (name === "silent") return;
  if (name === "cut") return response.destroy();
  const length = { "cut-body": { "content-length": "9" }, "cut-chunk": {} }[name];
  if (length) return response.writeHead(200, { ...cors, ...length }).write("{", () => response.destroy());
  const more = then ? { location: `/__once/${then}/${++landed}` } : { "retry-after": "0" };
  response.writeHead(Number(status), { ...cors, ...more }).end();
}

let landed = 0;

/** A proxy of plain HTTP that knows one host, which no name server does. */
async function forward({ url, headers }, response) {
  const { hostname, pathname } = new URL(url);
  if (hostname !== "svc.invalid") return response.writeHead(502).end();
  const answer = await fetch(`${urls.fake}${pathname}`, { headers: { authorization: headers.authorization ?? "" } });
  response.writeHead(answer.status, { "content-type": "application/json" }).end(await answer.text());
}

/** The same by a tunnel, as Node.js asks for it. */
function tunnel({ url }, socket) {
  if (url !== "svc.invalid:80") return socket.end("HTTP/1.1 502 Bad Gateway\r\n\r\n");
  const { port, hostname } = new URL(urls.fake);
  const target = connect(Number(port), hostname, () => {
    socket.write("HTTP/1.1 200 OK\r\n\r\n");
    target.pipe(socket).pipe(target);
  });
  for (const end of [socket, target]) end.on("error", () => end.destroy());
}

/** On loopback, on any free port. */
async function listen(server) {
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { server, url: `http://127.0.0.1:${server.address().port}` };
}
