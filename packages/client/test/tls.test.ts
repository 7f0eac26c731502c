import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import type { TLSSocket } from "node:tls";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Agent, fetch as undiciFetch } from "undici";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ConnectionError } from "../src/errors/errors.ts";
import { createClient } from "../src/runtime.ts";
import type { Methods } from "./support/client.ts";
import { table } from "./support/table.ts";

// An authority that no runtime knows, a server and a caller that it signed, valid for a hundred years.
const fileOf = (name: string): string => fileURLToPath(new URL(`./tls/${name}`, import.meta.url));
const read = (name: string): string => readFileSync(fileOf(name), "utf8");

const certificates = { key: read("server.key"), cert: read("server.pem"), ca: read("ca.pem") };
const service = createServer({ ...certificates, requestCert: true, rejectUnauthorized: false }, (request, response) => {
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify({ caller: (request.socket as TLSSocket).getPeerCertificate().subject?.CN ?? null }));
});
const baseUrl = (): string => `https://127.0.0.1:${(service.address() as AddressInfo).port}`;

beforeAll(() => new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve)));
afterAll(() => {
  service.close();
});

async function callThrough(dispatcher: Agent) {
  const fetch = ({ url, method, headers }: Request, init?: RequestInit): Promise<Response> =>
    undiciFetch(url, { method, headers: [...headers], ...init, dispatcher } as never) as never;
  const svc = createClient<Methods, never>(table, { baseUrl: baseUrl(), auth: "k", fetch, retry: false });
  return svc.health.get().finally(() => dispatcher.close());
}

test("a certificate of an unknown authority is refused by name", async () => {
  const call = createClient<Methods, never>(table, { baseUrl: baseUrl(), auth: "k", retry: false }).health.get();
  const error = await call.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ConnectionError);
  expect(String(error)).toContain("SELF_SIGNED_CERT_IN_CHAIN");
});

test("an authority of one's own, by a dispatcher of undici", async () => {
  const dispatcher = new Agent({ connect: { ca: certificates.ca } });
  expect(await callThrough(dispatcher)).toEqual({ caller: null });
});

test("a certificate of the caller", async () => {
  const caller = { cert: read("caller.pem"), key: read("caller.key") };
  const dispatcher = new Agent({ connect: { ca: certificates.ca, ...caller } });
  expect(await callThrough(dispatcher)).toEqual({ caller: "caller" });
});

test("NODE_EXTRA_CA_CERTS", async () => {
  const program = `
    const { createClient } = await import(${JSON.stringify(new URL("../src/runtime.ts", import.meta.url).href)});
    const table = { documentVersion: "1", schemes: {}, security: [], operations: [{ id: "a", method: "GET", path: "/a", name: "a" }] };
    console.log(JSON.stringify(await createClient(table, { baseUrl: ${JSON.stringify(baseUrl())} }).a()));
  `;
  const env = { ...process.env, NODE_EXTRA_CA_CERTS: fileOf("ca.pem") };
  const argv = ["--conditions=@svc/source", "--input-type=module", "-e", program];
  const { stdout } = await promisify(execFile)(process.execPath, argv, { env });
  expect(JSON.parse(stdout)).toEqual({ caller: null });
});
