import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { installPacked } from "../../scripts/release/packed/install-packed.ts";
import { runCommand } from "../../scripts/toolkit/run-command.ts";
import { packPostOffice } from "../packed/pack-post-office.ts";
import { FRAMEWORKS, frameworkProgram } from "./frameworks.ts";
import { READERS, readerProgram } from "./readers.ts";

// The packed bytes beside real other interceptors, in pages of jsdom and happy-dom, in server frameworks, and their files in
// real readers. Each in a process of its own.

beforeAll(async () => {
  const projects = ["msw-2", "msw-3", "dom", "frameworks", "readers"];
  await installPacked(import.meta.dirname, projects, { pack: packPostOffice });
}, 300_000);

const DOCUMENT = {
  openapi: "3.1.0",
  info: { title: "Health", version: "1" },
  security: [{ bearer: [] }],
  components: { securitySchemes: { bearer: { type: "http", scheme: "bearer" } } },
  paths: {
    "/health": {
      get: {
        responses: {
          200: { description: "Well", headers: { "X-RateLimit-Limit": { required: true, schema: { const: 1000 } } } },
        },
      },
    },
  },
};

const BEGIN = `
import { createFakeSvc } from "@svc/testing";
const fake = createFakeSvc({ tokens: ["t"], document: ${JSON.stringify(DOCUMENT)} });
const headers = { authorization: "Bearer t" };
const tell = async (work) => {
  try { console.log(JSON.stringify(await work())); }
  catch (error) { console.log(error.cause?.message ?? error.message); }
};
const get = async () => (await fetch(fake.baseUrl + "/health", { headers })).status;
`;

/** Lines that a program prints in a project, without those of msw itself. */
async function run(project: string, program: string): Promise<string[]> {
  const output = await runIn(project, `${BEGIN}${program}\nprocess.exit(0);`);
  return output.split("\n").filter((line) => /^(?:\d|\[|fake\.|A request)/.test(line) && !line.startsWith("[MSW]"));
}

/** Output of a program in a project; the guide's code has types. */
async function runIn(project: string, program: string): Promise<string> {
  const argv = [process.execPath, "--no-warnings", "--input-type=module-typescript", "--eval", program];
  const { output } = await runCommand(argv, { cwd: join(import.meta.dirname, project), timeoutMs: 60_000 });
  return output;
}

const MSW = `const { setupServer } = await import("msw/node");`;
const OTHER = expect.stringContaining("beside another interceptor of this process, such as msw 3: stop it first");

test("msw 3 before the interception is refused at once, also by a nock that does not notice it", async () => {
  const lines = await run("msw-3", `${MSW} setupServer().listen(); await tell(() => fake.intercept());`);
  expect(lines).toEqual([OTHER]);
});

test("msw 3 that begins while an interception lasts makes requests fail with the reason, and reach no network", async () => {
  const listen = `fake.intercept(); const server = setupServer(); server.listen({ onUnhandledRequest: "bypass" });`;
  const lines = await run("msw-3", `${MSW} ${listen} await tell(get); server.close(); await tell(get);`);
  expect(lines).toEqual([OTHER, "200"]);
});

test("msw 3 that was closed is no hindrance", async () => {
  const closed = "const server = setupServer(); server.listen(); server.close();";
  const lines = await run("msw-3", `${MSW} ${closed} const off = fake.intercept(); await tell(get); off();`);
  expect(lines).toEqual(["200"]);
});

test.each(["fake.intercept(); LISTEN", "LISTEN fake.intercept();"])(
  "msw 2 lets requests to the fake through where it is told so: %s",
  async (order) => {
    const own = `onUnhandledRequest: ({ url }, print) => { if (!url.startsWith(fake.baseUrl)) print.error(); }`;
    const begin = order.replace("LISTEN", `setupServer().listen({ ${own} });`);
    expect(await run("msw-2", `${MSW} ${begin} await tell(get);`)).toEqual(["200"]);
  },
);

test("nock's recorder is named, and goes on", async () => {
  const record = `const { default: nock } = await import("nock"); nock.recorder.rec({ dont_print: true, output_objects: true });`;
  const after = `
    const { createServer } = await import("node:http");
    const server = createServer((_, response) => response.end("{}")).listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    await fetch("http://127.0.0.1:" + server.address().port);
    console.log(nock.recorder.play().length);
    nock.restore();
    fake.intercept();
    await tell(get);`;
  const lines = await run("msw-2", `${record} await tell(() => fake.intercept()); ${after}`);
  expect(lines).toEqual([expect.stringContaining("while nock records: stop nock.recorder first"), "1", "200"]);
});

const XHR = `
const { JSDOM } = await import("jsdom");
const { window } = new JSDOM("", { url: "http://localhost:3000/" });
const read = (headers) => new Promise((resolve, reject) => {
  const request = new window.XMLHttpRequest();
  request.open("GET", fake.baseUrl + "/health");
  for (const name in headers) request.setRequestHeader(name, headers[name]);
  request.onload = () => resolve([request.status, request.getResponseHeader("x-ratelimit-limit")]);
  request.onerror = () => reject(new Error("[refused]"));
  request.send();
});`;

const PAGE_FETCH = `
const { Window } = await import("happy-dom");
const window = new Window({ url: "http://localhost:3000/" });
const read = async (headers) => {
  const response = await window.fetch(fake.baseUrl + "/health", { headers });
  return [response.status, response.headers.get("x-ratelimit-limit")];
};`;

test.each([
  ["jsdom", XHR],
  ["happy-dom", PAGE_FETCH],
])("a page of %s of another origin reads what intercept() answers, as with listen()", async (_, page) => {
  const lines = await run(
    "dom",
    `${page}
    fake.intercept();
    await tell(() => read(headers));
    await tell(() => read({ authorization: "Bearer wrong" }));
    await tell(() => fake.calls.map(({ method, status }) => [method, status]));`,
  );
  expect(lines).toEqual(['[200,"1000"]', '[401,"1000"]', '[["GET",200],["GET",401]]']);
});

test.each(Object.keys(FRAMEWORKS))(
  "the guide's handler in %s takes a genuine webhook, and refuses one that is forged, changed or late",
  async (name) => {
    expect((await runIn("frameworks", frameworkProgram(name))).trim()).toBe("[204,400,400,400]");
  },
);

test.each(Object.entries(READERS))(
  "a built %s is read by a real reader, short and long",
  async (type, [, expected]) => {
    // CSV has no mark of its own.
    const one = [type === "text/csv" ? null : type, expected];
    expect((await runIn("readers", readerProgram(type))).trim()).toBe(JSON.stringify([one, one]));
  },
);
