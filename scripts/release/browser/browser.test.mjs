import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { test } from "node:test";

const chromium = process.env.SVC_CHROMIUM;
const LIMIT_MS = 60_000;

test("the bundle is one small script", () => {
  const scripts = readdirSync("dist/assets").filter((name) => name.endsWith(".js"));
  assert.equal(scripts.length, 1);
  assert.ok(readFileSync(join("dist/assets", scripts[0])).length < 60_000);
});

test("a page calls svc-fake", { skip: chromium ? false : "no Chromium", timeout: LIMIT_MS }, async (context) => {
  const fake = await startFake(context);
  await fetch(`${fake}/__fake/state`, {
    method: "POST",
    body: JSON.stringify({ personas: { p1: { emails: [{ subject: "Code 1234" }] } } }),
    headers: { "content-type": "application/json" },
  });
  const { url, result } = await servePage(context);
  const ended = openPage(context, `${url}?fake=${encodeURIComponent(fake)}`);
  const { subjects, error } = await Promise.race([result, ended]);
  assert.equal(error, undefined);
  assert.deepEqual(subjects, ["Code 1234"]);
  const calls = await (await fetch(`${fake}/__fake/calls`)).json();
  const call = (Array.isArray(calls) ? calls : calls.calls).find(({ method }) => method !== "OPTIONS");
  assert.equal(call.headers["x-svc-sdk-version"], process.env.SVC_EXPECTED_VERSION);
});

async function startFake(context) {
  const child = spawn("node_modules/.bin/svc-fake", ["--port", "0"], { stdio: ["ignore", "pipe", "inherit"] });
  context.after(() => child.kill());
  const [line] = await once(createInterface(child.stdout), "line");
  return JSON.parse(line).url;
}

/** Serves the bundle, and waits for what the page sends. */
async function servePage(context) {
  const { promise: result, resolve } = Promise.withResolvers();
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, "http://localhost");
    if (pathname === "/result") {
      resolve(JSON.parse(Buffer.concat(await request.toArray()).toString()));
      response.writeHead(204).end();
    } else if (pathname === "/" || pathname.startsWith("/assets/")) {
      const file = pathname === "/" ? "dist/index.html" : join("dist", pathname);
      response.setHeader("content-type", pathname.endsWith(".js") ? "text/javascript" : "text/html");
      response.end(readFileSync(file));
    } else response.writeHead(404).end();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  context.after(() => server.close().closeAllConnections());
  return { url: `http://127.0.0.1:${server.address().port}/`, result };
}

function openPage(context, url) {
  const profile = mkdtempSync(join(tmpdir(), "svc-chromium-"));
  // Chromium refuses its sandbox to the superuser, who runs containers.
  const sandbox = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  const args = ["--headless", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", ...sandbox];
  const child = spawn(chromium, [...args, `--user-data-dir=${profile}`, url], { stdio: "ignore" });
  const exit = once(child, "exit");
  context.after(async () => {
    child.kill("SIGKILL");
    await exit;
    rmSync(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  });
  return exit.then(([code]) => ({ error: `Chromium ended with ${code}` }));
}
