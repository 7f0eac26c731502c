import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { test } from "node:test";

// The path of a Chromium; without it the page is only built.
const chromium = process.env.SVC_CHROMIUM;
const FLAGS = [
  "--headless",
  "--disable-gpu",
  "--disable-dev-shm-usage",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

test("the bundle is one small script", () => {
  const scripts = readdirSync("dist/assets").filter((name) => name.endsWith(".js"));
  assert.equal(scripts.length, 1);
  assert.ok(readFileSync(join("dist/assets", scripts[0])).length < 70_000);
});

const options = { skip: chromium ? false : "no Chromium: set SVC_CHROMIUM to its path", timeout: 60_000 };
test("a page shows what svc-fake answers", options, async (context) => {
  const fake = await startFake(context);
  await fetch(`${fake}/__fake/state`, {
    method: "POST",
    body: JSON.stringify({ personas: { p1: { emails: [{ subject: "Code 1234" }, { subject: "<b>Hello</b>" }] } } }),
  });
  const text = await openPage(context, await servePage(context), fake);
  const calls = await (await fetch(`${fake}/__fake/calls`)).json();
  assert.match(text, /<p id="state">2 emails, 999 calls left<\/p>/);
  assert.match(text, /<li>Code 1234<\/li>/);
  assert.match(text, /<li>&lt;b&gt;Hello&lt;\/b&gt;<\/li>/);
  const [call] = calls.filter(({ method }) => method !== "OPTIONS");
  assert.equal(call.operation, "persona_emails_list");
  // A rehearsal of a release says which version has to be seen.
  const { SVC_EXPECTED_VERSION: version = call.headers["x-svc-sdk-version"] } = process.env;
  assert.equal(call.headers["x-svc-sdk-version"], version);
});

async function startFake(context) {
  const child = spawn("node_modules/.bin/svc-fake", ["--port", "0"], { stdio: ["ignore", "pipe", "inherit"] });
  context.after(() => child.kill());
  const [line] = await once(createInterface(child.stdout), "line");
  return JSON.parse(line).url;
}

/** Serves the bundle, with a script that sends the page back once it is ready. */
async function servePage(context) {
  const { promise: text, resolve } = Promise.withResolvers();
  const send = "fetch('/page', { method: 'POST', body: document.body.innerHTML })";
  const observer = `<script>new MutationObserver(() => ${send}).observe(document.documentElement, { subtree: true, attributeFilter: ["data-ready"] })</script>`;
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, "http://localhost");
    if (pathname === "/page") {
      resolve(Buffer.concat(await request.toArray()).toString());
      response.writeHead(204).end();
    } else if (pathname === "/") {
      response.setHeader("content-type", "text/html");
      response.end(readFileSync("dist/index.html", "utf8").replace("<head>", `<head>${observer}`));
    } else if (pathname.startsWith("/assets/")) {
      response.setHeader("content-type", "text/javascript");
      response.end(readFileSync(join("dist", pathname)));
    } else response.writeHead(404).end();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  context.after(() => server.close().closeAllConnections());
  return { url: `http://127.0.0.1:${server.address().port}/`, text };
}

/** Text of the page once it is ready. */
function openPage(context, { url, text }, fake) {
  const profile = mkdtempSync(join(tmpdir(), "svc-chromium-"));
  // Chromium refuses its sandbox to the superuser, who runs containers.
  const sandbox = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  const address = `${url}?api=${encodeURIComponent(fake)}`;
  const child = spawn(chromium, [...FLAGS, ...sandbox, `--user-data-dir=${profile}`, address], { stdio: "ignore" });
  const exit = once(child, "exit");
  context.after(async () => {
    child.kill("SIGKILL");
    await exit;
    rmSync(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  });
  const ended = exit.then(([code]) => Promise.reject(new Error(`Chromium ended with ${code}`)));
  return Promise.race([text, ended]);
}
