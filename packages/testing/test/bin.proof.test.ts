import { type ChildProcess, spawn } from "node:child_process";
import { createHmac } from "node:crypto";
import { on, once } from "node:events";
import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, afterEach, expect, test } from "vitest";
import { SERVICE_FILE } from "./support/service.ts";

const BIN = new URL("../src/bin.ts", import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), "svc-fake-"));
const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
});
afterAll(() => rmSync(folder, { recursive: true }));

const HOOKS = {
  openapi: "3.1.0",
  info: { title: "Hooks", version: "1" },
  webhooks: { ping: { post: { responses: { 204: { description: "Taken" } } } } },
};

/** Ends a process that loads anything that is made of the SDK's own document. */
const REFUSES_OWN = `data:text/javascript,${encodeURIComponent(`
import { registerHooks } from "node:module";
registerHooks({
  resolve(name, context, next) {
    const found = next(name, context);
    if (found.url.includes("/src/generated/")) throw new Error("loads " + found.url);
    return found;
  },
});`)}`;

function start(...args: string[]): ChildProcess {
  const guard = args.includes("--spec") ? ["--import", REFUSES_OWN] : [];
  const flags = ["--no-warnings", "--conditions=@svc/source", ...guard];
  const child = spawn(process.execPath, [...flags, BIN, ...args], { stdio: "pipe" });
  children.push(child);
  return child;
}

async function serve(...args: string[]): Promise<{ child: ChildProcess; url: string; console: string }> {
  const child = start(...args);
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream });
  const [line] = (await once(lines, "line")) as [string];
  return { child, ...(JSON.parse(line) as { url: string; console: string }) };
}

async function run(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const child = start(...args);
  let [out, err] = ["", ""];
  child.stdout?.on("data", (chunk) => (out += chunk));
  child.stderr?.on("data", (chunk) => (err += chunk));
  const [code] = (await once(child, "close")) as [number];
  return { code, out, err };
}

function file(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

test("it prints its address, serves state and limits, and ends on SIGTERM", async () => {
  const state = file("state.json", JSON.stringify({ personas: { p1: { emails: [{ subject: "from file" }] } } }));
  const { child, url } = await serve("--spec", SERVICE_FILE, "--rate-limit", "5/60", "--state", state, "--seed", "7");
  const response = await fetch(`${url}/personas/p1/emails`, { headers: { authorization: "Bearer t" } });
  expect([response.headers.get("x-ratelimit-limit"), await response.json()]).toMatchObject([
    "5",
    [{ subject: "from file" }],
  ]);
  child.kill("SIGTERM");
  expect(await once(child, "close")).toEqual([0, null]);
});

test("it logs requests, and allows the names that it is told", async () => {
  const { child, url, console } = await serve("--spec", SERVICE_FILE, "--log", "--allow-host", "svc-fake");
  expect(console).toBe(`${url}/__fake/`);
  const lines = on(createInterface({ input: child.stderr as NodeJS.ReadableStream }), "line");
  await fetch(`${url}/health`, { headers: { authorization: "Bearer t" } });
  expect(((await lines.next()).value as [string])[0]).toMatch(
    /^\d\d:\d\d:\d\d\.\d{3} GET \/health -> 200 \(health\.get\) \d+ ms$/,
  );
});

test("webhooks go where the command line says, signed by the secret that is printed", async () => {
  const spec = file("hooks.json", JSON.stringify(HOOKS));
  const got: Request[] = [];
  await using endpoint = createServer((message, response) => {
    got.push(new Request("http://a.test", { headers: message.headers as Record<string, string> }));
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => endpoint.listen(0, "127.0.0.1", resolve));
  const { port } = endpoint.address() as AddressInfo;
  const child = start("--spec", spec, "--webhooks-to", `http://127.0.0.1:${port}/hooks`);
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream });
  const { url, webhookSecret } = JSON.parse(((await once(lines, "line")) as [string])[0]);
  const sent = await fetch(`${url}/__fake/webhook`, { method: "POST", body: JSON.stringify({ name: "ping" }) });
  const delivery = { name: "ping", isDelivered: true, attempts: [{ status: 204 }] };
  expect(await sent.json()).toMatchObject(delivery);
  expect(await (await fetch(`${url}/__fake/deliveries`)).json()).toMatchObject([delivery]);
  const [id, time] = [got[0]?.headers.get("webhook-id"), got[0]?.headers.get("webhook-timestamp")];
  const key = Buffer.from(webhookSecret.replace("whsec_", ""), "base64");
  const signature = createHmac("sha256", key).update(`${id}.${time}.`).digest("base64");
  expect(got[0]?.headers.get("webhook-signature")).toBe(`v1,${signature}`);
  const unknown = await fetch(`${url}/__fake/webhook`, { method: "POST", body: JSON.stringify({ name: "pong" }) });
  expect([unknown.status, await unknown.text()]).toEqual([400, expect.stringContaining('did you mean \\"ping')]);
  endpoint.closeAllConnections();
});

test("a watched state is loaded again, by whichever way an editor saves it; a broken one is not", async () => {
  const subjects = (...names: string[]) =>
    JSON.stringify({ personas: { p1: { emails: names.map((subject) => ({ subject })) } } });
  const state = file("watched.json", subjects("first"));
  const { child, url } = await serve("--spec", SERVICE_FILE, "--state", state, "--watch", "--rate-limit", "5/60");
  const lines = on(createInterface({ input: child.stderr as NodeJS.ReadableStream }), "line");
  const next = async (): Promise<string> => ((await lines.next()).value as [string])[0];
  const read = async () => {
    const response = await fetch(`${url}/personas/p1/emails`, { headers: { authorization: "Bearer t" } });
    return ((await response.json()) as { subject: string }[]).map(({ subject }) => subject);
  };
  expect(await read()).toEqual(["first"]);
  renameSync(file("watched.json.new", subjects("renamed")), state);
  expect(await next()).toBe(`svc-fake: ${state}: loaded again`);
  expect(await read()).toEqual(["renamed"]);
  file("watched.json", subjects("half").slice(0, -4));
  expect(await next()).toMatch(/watched\.json: .*JSON at position \d+ \(line 1 column \d+\)/);
  expect(await next()).toBe("svc-fake: the state stays as it was");
  file("watched.json", '{"personas":{"p1":{"emails":[1]}}}');
  expect(await next()).toBe(`svc-fake: ${state}#/personas/p1/emails/0: expected an object.`);
  await next();
  expect(await read()).toEqual(["renamed"]);
  file("watched.json", subjects("last"));
  expect(await next()).toContain("loaded again");
  expect(await read()).toEqual(["last"]);
  // The journal, and what is left of the window, stay; a reset leads back to the file.
  expect(await (await fetch(`${url}/__fake/calls`)).json()).toHaveLength(4);
  await fetch(`${url}/__fake/reset`, { method: "POST" });
  expect(await read()).toEqual(["last"]);
  child.kill("SIGTERM");
  expect(await once(child, "close")).toEqual([0, null]);
});

test("a reset takes away what tests have put in, not what the options say", async () => {
  const { url } = await serve("--spec", SERVICE_FILE, "--latency", "1");
  const post = (endpoint: string, body: object) =>
    fetch(`${url}/__fake/${endpoint}`, { method: "POST", body: JSON.stringify(body) });
  const faults = async () => {
    await (await fetch(`${url}/health`, { headers: { authorization: "Bearer t" } })).text();
    const calls = (await (await fetch(`${url}/__fake/calls`)).json()) as { fault?: string }[];
    return calls.map(({ fault }) => fault);
  };
  const [slow] = await faults();
  expect(slow).toContain("latency");
  await post("fail", { status: 503, times: 100 });
  await post("reset", {});
  expect(await faults()).toEqual([slow]);
});

test("it serves any document, in YAML, too", async () => {
  const spec = file(
    "pets.yaml",
    [
      "openapi: 3.0.3",
      "info: { title: Pets, version: '1' }",
      "paths:",
      "  /pets:",
      "    get:",
      "      responses:",
      "        '200':",
      "          description: ok",
      "          content: { application/json: { schema: { type: array, minItems: 1, items: { type: string } } } }",
    ].join("\n"),
  );
  const { url } = await serve("--spec", spec);
  expect(await (await fetch(`${url}/pets`)).json()).toContainEqual(expect.any(String));
});

test.each([
  [["--port", "x"], "svc-fake: --port: expected a whole number up to 65535"],
  [["--rate-limit", "5"], "svc-fake: --rate-limit: expected N/SECONDS"],
  [["--nope"], "svc-fake: Unknown option '--nope'"],
  [["stray"], "svc-fake: Unexpected argument 'stray'"],
  [["--watch"], "svc-fake: --watch: requires --state FILE"],
  [["--state", "missing.json"], "svc-fake: missing.json: no such file"],
])("%j is refused with exit code 2", async (args, message) => {
  const { code, out, err } = await run(...args);
  expect([code, out, err.slice(0, message.length)]).toEqual([2, "", message]);
});

test("a document that cannot be read is refused with its place", async () => {
  const { code, err } = await run(
    "--spec",
    file("bad.json", '{"openapi":"4.0.0","info":{"title":"t","version":"1"},"paths":{}}'),
  );
  expect(code).toBe(1);
  expect(err).toMatch(/^svc-fake: .*bad\.json#\/openapi/);
});

test("help and version are printed", async () => {
  const [help, version] = await Promise.all([run("--help"), run("--version")]);
  expect([help.code, help.out]).toEqual([0, expect.stringContaining("--rate-limit N/SECONDS")]);
  expect([version.code, version.out]).toEqual([0, expect.stringMatching(/^\d+\.\d+\.\d+/)]);
});
