import { connect } from "node:net";
import { join } from "node:path";
import { ROOT } from "../../scripts/toolkit/tools.ts";
import { fromSource } from "../from-source.ts";
import { startProcess } from "../start-process.ts";

/** A fake as a process of its own. */
export interface StartedFake {
  readonly url: string;
  /** Sends GET requests of these targets, byte by byte as given, over one connection, and waits for every answer. */
  send(...targets: readonly string[]): Promise<void>;
  /** Drives it as another process would. */
  post(endpoint: string, body?: unknown): Promise<void>;
  get<Value>(endpoint: string): Promise<Value>;
  stop(): Promise<void>;
}

/** A document that stays as it is when the service's goes on. */
const SERVICE = join(ROOT, "engines/model/fixtures/service.yaml");

/** Starts `svc-fake` from its source, with that document. */
export function startFake(...options: readonly string[]): Promise<StartedFake> {
  return startFakeOf(SERVICE, ...options);
}

/** The same with another document; undefined: the committed one. */
export async function startFakeOf(spec: string | undefined, ...options: readonly string[]): Promise<StartedFake> {
  const bin = join(ROOT, "packages/testing/src/bin.ts");
  const document = spec === undefined ? [] : ["--spec", spec];
  const { ready, stop } = await startProcess(fromSource(bin, ...document, ...options), ROOT, /"url":"([^"]*)"/);
  const [, url = ""] = ready;
  return {
    url,
    send: (...targets) => sendAll(Number(new URL(url).port), targets),
    async post(endpoint, body = {}) {
      const response = await fetch(`${url}/__fake/${endpoint}`, { method: "POST", body: JSON.stringify(body) });
      if (!response.ok) throw new Error(await response.text());
    },
    get: async <Value>(endpoint: string) => (await (await fetch(`${url}/__fake/${endpoint}`)).json()) as Value,
    stop,
  };
}

/** All at once, one after another on the wire: a client would take longer, and would escape what is to be sent. */
function sendAll(port: number, targets: readonly string[]): Promise<void> {
  const heads = targets.map((target, index) => {
    const end = index === targets.length - 1 ? "connection: close\r\n" : "";
    return `GET ${target} HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer secret-token\r\n${end}\r\n`;
  });
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => socket.end(heads.join("")));
    socket
      .resume()
      .on("error", reject)
      .on("close", () => resolve());
  });
}
