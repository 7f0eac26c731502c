import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { startProcess, untilAnswers } from "../../checks/start-process.ts";
import { freePort } from "../../scripts/toolkit/free-port.ts";
import { shownOperation } from "../shown-operation.ts";

const PATH = shownOperation().pathOf("s1");
const ROOT = resolve(import.meta.dirname, "../..");
const BIN = join(import.meta.dirname, "../node_modules");
const TMP = join(import.meta.dirname, "../.tmp");

export interface RunningServer {
  readonly url: string;
  /** Processor time that its process has used so far, in milliseconds; undefined where the system does not tell. */
  cpuMs(): number | undefined;
  stop(): Promise<void>;
}

/** The servers to compare, each a process of its own, answering a GET of one thing. */
export const SERVERS: { readonly [name: string]: () => Promise<RunningServer> } = {
  "svc-fake": async () => {
    const port = await freePort();
    const bin = join(ROOT, "packages/testing/src/bin.ts");
    const args = ["--conditions=@svc/source", bin, "--port", String(port), "--rate-limit", "1000000000/60"];
    return start(args, `http://127.0.0.1:${port}${PATH}`);
  },
  "Prism, static": async () => {
    const port = await freePort();
    mkdirSync(TMP, { recursive: true });
    const spec = join(ROOT, "spec/src/generated/openapi.json");
    const cli = join(BIN, "@stoplight/prism-cli/dist/index.js");
    return start([cli, "mock", "-p", String(port), "-v", "silent", spec], `http://127.0.0.1:${port}${PATH}`);
  },
  "json-server": async () => {
    const port = await freePort();
    mkdirSync(TMP, { recursive: true });
    const db = join(TMP, "db.json");
    writeFileSync(db, JSON.stringify({ items: [{ id: 1, name: "a", value: "b", domain: "example.com" }] }));
    return start(
      [join(BIN, "json-server/lib/cli/bin.js"), "--quiet", "--port", String(port), db],
      `http://127.0.0.1:${port}/items`,
    );
  },
  "bare node:http": async () => {
    const port = await freePort();
    const source = `require("http").createServer((q, r) => { r.setHeader("content-type", "application/json"); r.end('{"items":[{"name":"a","value":"b","domain":"example.com"}]}'); }).listen(${port}, "127.0.0.1")`;
    return start(["-e", source], `http://127.0.0.1:${port}/`);
  },
};

async function start(args: readonly string[], url: string): Promise<RunningServer> {
  const { pid = 0, stop } = await startProcess([process.execPath, ...args], ROOT, /(?:)/);
  await untilAnswers(url, { headers: { authorization: "Bearer token" } }, ({ ok }) => ok);
  return { url, cpuMs: () => cpuMs(pid), stop };
}

/** From Linux' `/proc`: user and system time in ticks of 10 ms. */
function cpuMs(pid: number): number | undefined {
  try {
    const [, rest = ""] = readFileSync(`/proc/${pid}/stat`, "utf8").split(/\) (.*)/s);
    const fields = rest.split(" ");
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return undefined;
  }
}
