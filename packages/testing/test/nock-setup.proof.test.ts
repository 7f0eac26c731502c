import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const run = promisify(execFile);

/** Runs a module in a process of its own: what is set up in it stays for good. */
async function inProcess(code: string, env: Record<string, string> = {}): Promise<string> {
  const file = new URL("./support/service.ts", import.meta.url).href;
  const source = `const { createFakeSvc } = await import(${JSON.stringify(file)});\n${code}`;
  const args = ["--no-warnings", "--conditions=@svc/source", "--input-type=module", "--eval", source];
  const { stdout } = await run(process.execPath, args, {
    env: { ...process.env, ...env },
    cwd: new URL("..", import.meta.url),
  });
  return stdout.trim();
}

const ATTEMPT = `
const fake = createFakeSvc();
try { fake.intercept(); console.log("intercepted"); } catch (error) { console.log(error.message); }
process.exit(0);
`;

test("msw beside it is refused, and the way out named", async () => {
  const msw = `
    const { setupServer } = await import("msw/node");
    setupServer().listen();
  `;
  expect(await inProcess(msw + ATTEMPT)).toMatch(
    /cannot run with another interceptor in this process, such as msw 3.*use fake\.fetch/,
  );
});

/** Loads the files of nock, and of what it stands on, a second time, as a second installation does. */
const SECOND_COPY = `
  const { registerHooks } = await import("node:module");
  registerHooks({
    resolve(specifier, context, next) {
      if (specifier === "second-nock") return { ...next("nock", context), url: next("nock", context).url + "?second" };
      const found = next(specifier, context);
      const isSecond = context.parentURL?.endsWith("?second") && /nock|mswjs/.test(found.url);
      return isSecond ? { ...found, url: found.url + "?second" } : found;
    },
  });
  const second = async () => (await import("second-nock")).default;
  const fake = createFakeSvc();
  const attempt = async () => {
    try {
      fake.intercept();
      const { status } = await fetch(fake.baseUrl + "/health", { headers: { authorization: "Bearer t" } });
      console.log(status);
    } catch (error) {
      console.log((error.cause ?? error).message);
    }
  };
`;

const CIRCLES =
  /beside .*nock.*, a second copy of nock intercepts.*install one unbundled version \(npm ls nock\).*use fake\.fetch/;

test.each(["", 'await import("nock"); (await import("nock")).default.restore();'])(
  "a second copy of nock that was there before is refused as long as it intercepts %#",
  async (before) => {
    const code = `${SECOND_COPY} ${before}
      const nock = await second();
      await attempt();
      await attempt();
      nock.restore();
      await attempt();
      process.exit(0);
    `;
    const [first, again, alone] = (await inProcess(code)).split("\n");
    expect([first, again, alone]).toEqual([expect.stringMatching(CIRCLES), first, "200"]);
  },
);

test("requests are refused from when a second copy of nock is loaded, but not when nock is switched off and on", async () => {
  const code = `${SECOND_COPY}
    const nock = (await import("nock")).default;
    await attempt();
    nock.restore();
    nock.activate();
    await attempt();
    await second();
    await attempt();
    process.exit(0);
  `;
  const [first, again, beside] = (await inProcess(code)).split("\n");
  expect([first, again, beside]).toEqual(["200", "200", expect.stringMatching(CIRCLES)]);
});

test("NOCK_OFF is refused: nothing would be intercepted", async () => {
  expect(await inProcess(ATTEMPT, { NOCK_OFF: "true" })).toContain("NOCK_OFF=true prevents interception");
});

test("a proxy that somebody has set is refused: nock cannot see behind it", async () => {
  const proxy = `
    await fetch("data:,x");
    class ProxyAgent { dispatch() {} }
    globalThis[Symbol.for("undici.globalDispatcher.1")] = new ProxyAgent();
  `;
  expect(await inProcess(proxy + ATTEMPT)).toContain("fetch goes through undici's ProxyAgent");
});

test("a proxy that is refused leaves nock as it was", async () => {
  const code = `
    const nock = (await import("nock")).default;
    nock.restore();
    await fetch("data:,x");
    class ProxyAgent { dispatch() {} }
    globalThis[Symbol.for("undici.globalDispatcher.1")] = new ProxyAgent();
    try { createFakeSvc().intercept(); } catch { console.log(nock.isActive()); }
    process.exit(0);
  `;
  expect(await inProcess(code)).toBe("false");
});

test("where the runtime lets nobody look into nock, the fake answers all the same, and nothing stays", async () => {
  const code = `
    const nock = (await import("nock")).default;
    const server = (await import("node:http")).createServer((_, response) => response.end("real"));
    await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
    const baseUrl = "http://127.0.0.1:" + server.address().port;
    Object.freeze(Object);
    nock(baseUrl).get("/health").reply(200, "mine");
    const fake = createFakeSvc({ baseUrl });
    const off = fake.intercept();
    const read = async () => (await fetch(baseUrl + "/health", { headers: { authorization: "Bearer t" } })).text();
    console.log(await read(), await read(), nock.activeMocks().length);
    off();
    console.log(await read(), nock.activeMocks().length);
    process.exit(0);
  `;
  expect((await inProcess(code)).split("\n")).toEqual(["mine {} 2", "real 0"]); // one of the base address, one of the document's server
});

test("nothing of nock is loaded until it is needed", async () => {
  const code = `
    const fake = createFakeSvc();
    const original = globalThis.fetch;
    await fake.fetch(fake.baseUrl + "/health");
    const before = globalThis.fetch === original;
    fake.intercept()();
    console.log(before, globalThis.fetch === original);
    process.exit(0);
  `;
  expect(await inProcess(code)).toMatch(/^true/);
});

test("worker threads are isolated: each intercepts for itself", async () => {
  const code = `
    const { Worker } = await import("node:worker_threads");
    const source = \`
      import { parentPort, workerData } from "node:worker_threads";
      import(workerData.file).then(async ({ createFakeSvc }) => {
        const fake = createFakeSvc();
        const off = fake.intercept();
        fake.sessions("s").replay.set({ video_start_ms: workerData.index });
        const response = await fetch(fake.baseUrl + "/sessions/s/replay", { headers: { authorization: "Bearer t" } });
        parentPort.postMessage((await response.json()).video_start_ms);
        off();
      });
    \`;
    const file = ${JSON.stringify(new URL("./support/service.ts", import.meta.url).href)};
    const seen = await Promise.all([1, 2].map((index) => new Promise((resolve, reject) => {
      const worker = new Worker(source, { eval: true, workerData: { file, index } });
      worker.once("message", resolve).once("error", reject);
    })));
    console.log(seen.join());
    process.exit(0);
  `;
  expect(await inProcess(code)).toBe("1,2");
});

test("a runtime without Promise.withResolvers is given it, and intercepts", async () => {
  const code = `
    delete Promise.withResolvers;
    const fake = createFakeSvc();
    fake.intercept();
    const response = await fetch(fake.baseUrl + "/health", { headers: { authorization: "Bearer t" } });
    console.log(response.status, typeof Promise.withResolvers);
    process.exit(0);
  `;
  expect(await inProcess(code)).toBe("200 function");
});
