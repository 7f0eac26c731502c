import { execFile } from "node:child_process";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { promisify } from "node:util";
import { ProxyAgent, fetch as undiciFetch } from "undici";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createClient } from "../src/runtime.ts";
import type { Methods } from "./support/client.ts";
import { table } from "./support/table.ts";

const passed: string[] = [];
const service = createServer((request, response) => {
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify({ path: request.url, authorization: request.headers.authorization }));
});
const proxy = createServer((request, response) => {
  passed.push(`${request.method} ${request.url}`);
  const { host } = new URL(request.url ?? "");
  void fetch(`http://${host}${new URL(request.url ?? "").pathname}`, {
    headers: { authorization: `${request.headers.authorization}` },
  })
    .then((answer) => answer.text())
    .then((text) => response.setHeader("content-type", "application/json").end(text));
});
proxy.on("connect", ({ url = "" }, socket, head) => {
  passed.push(`CONNECT ${url}`);
  const [host, port] = url.split(":");
  const target = connect(Number(port), host, () => {
    socket.write("HTTP/1.1 200 OK\r\n\r\n");
    target.write(head);
    target.pipe(socket).pipe(target);
  });
  for (const end of [socket, target]) end.on("error", () => end.destroy());
});

const addressOf = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
beforeAll(async () => {
  for (const server of [service, proxy]) await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => {
  for (const server of [service, proxy]) server.close();
});

test("a dispatcher of undici", async () => {
  passed.length = 0;
  const dispatcher = new ProxyAgent(addressOf(proxy));
  const fetch = ({ url, method, headers, body, redirect }: Request, init?: RequestInit): Promise<Response> =>
    undiciFetch(url, {
      method,
      headers: [...headers],
      body,
      redirect,
      duplex: "half",
      ...init,
      dispatcher,
    } as never) as never;
  const svc = createClient<Methods, never>(table, { baseUrl: addressOf(service), auth: "k", fetch });
  expect(await svc.health.get()).toEqual({ path: "/health", authorization: "Bearer k" });
  expect(passed).toHaveLength(1);
  await dispatcher.close();
});

test("NODE_USE_ENV_PROXY", async () => {
  passed.length = 0;
  const program = `
    const { createClient } = await import(${JSON.stringify(new URL("../src/runtime.ts", import.meta.url).href)});
    const table = { documentVersion: "1", schemes: {}, security: [], operations: [{ id: "a", method: "GET", path: "/a", name: "a" }] };
    console.log(JSON.stringify(await createClient(table, { baseUrl: ${JSON.stringify(addressOf(service))} }).a()));
  `;
  const env = { ...process.env, NODE_USE_ENV_PROXY: "1", HTTP_PROXY: addressOf(proxy), NO_PROXY: "" };
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--conditions=@svc/source", "--input-type=module", "-e", program],
    { env },
  );
  expect(JSON.parse(stdout)).toMatchObject({ path: "/a" });
  expect(passed).toHaveLength(1);
});
