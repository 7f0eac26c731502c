import { lookup } from "node:dns/promises";
import { request } from "node:https";
import { BlockList, isIP } from "node:net";
import { DocumentError } from "@svc/model";

const MAX_BYTES = 50_000_000;
const MAX_REDIRECTS = 5;
const TIMEOUT_MS = 30_000;

/** One request to an address that was checked. */
export interface PinnedRequest {
  readonly url: URL;
  /** IP address to connect to, whatever the name resolves to by then. */
  readonly address: string;
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

export interface FetchedAnswer {
  readonly status: number;
  /** Header `Location`. */
  readonly location?: string | undefined;
  readonly text: string;
}

/** The network, for tests to stand in for. */
export interface Network {
  /** All IP addresses of a host name. @default the operating system's resolver */
  readonly resolve?: (host: string) => Promise<readonly string[]>;
  /** @default a GET by HTTPS that connects to the pinned address and reads at most `maxBytes` */
  readonly get?: (request: PinnedRequest) => Promise<FetchedAnswer>;
  /** Time for all of it, in milliseconds. @default 30_000 */
  readonly timeoutMs?: number;
}

/**
 * The text of a document at an `https:` address. At most five redirects, 50 MB and 30 seconds; every host on the way must
 * resolve to public addresses only, and the connection goes to the address that was checked.
 *
 * @throws DocumentError with the reason
 */
export async function fetchDocument(
  address: string,
  { resolve = resolveHost, get = getPinned, timeoutMs = TIMEOUT_MS }: Network = {},
): Promise<string> {
  const refuse = (message: string, cause?: unknown): never => {
    // Without what may be a password.
    const file = address.replace(/\/\/[^/?#]*@/, "//");
    throw new DocumentError([{ file, pointer: "", message }], { cause });
  };
  const signal = AbortSignal.timeout(timeoutMs);
  let next = address;
  try {
    for (let count = 0; count <= MAX_REDIRECTS; count++) {
      const url = URL.canParse(next) ? new URL(next) : refuse("is no address; give one that begins with https://");
      if (url.protocol !== "https:") refuse(`leads to ${url.protocol}, and documents are read by https: only`);
      if (url.username !== "" || url.password !== "") refuse("has a user name or password in it; leave them out");
      const host = url.hostname.replace(/^\[|\]$/g, "");
      const found = isIP(host) > 0 ? [host] : await withSignal(resolve(host), signal);
      const [first] = found;
      if (first === undefined) return refuse(`cannot be read: ${host} has no address`);
      // One private address among public ones is enough to be sent there.
      if (!found.every(isPublicAddress)) refuse(`leads to ${host}, which is no public address; download the document`);
      const answer = await withSignal(get({ url, address: first, maxBytes: MAX_BYTES, signal }), signal);
      if (answer.status >= 200 && answer.status < 300) return answer.text;
      if (answer.status < 300 || answer.status > 399 || answer.location === undefined) {
        refuse(`cannot be read: status ${answer.status}`);
      }
      next = URL.canParse(answer.location ?? "", url) ? new URL(answer.location ?? "", url).href : "";
    }
  } catch (error) {
    if (error instanceof DocumentError) throw error;
    const reason = signal.aborted ? `no response within ${timeoutMs} ms` : (error as Error).message;
    return refuse(`cannot be read: ${reason}`, error);
  }
  return refuse(`is redirected more than ${MAX_REDIRECTS} times; give the address that it ends at`);
}

async function resolveHost(host: string): Promise<readonly string[]> {
  const found = await lookup(host, { all: true });
  return found.map(({ address }) => address);
}

function withSignal<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((fulfil, reject) => {
    const abort = (): void => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
    promise.then(fulfil, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}

/** @see https://www.iana.org/assignments/iana-ipv4-special-registry */
const SPECIAL_V4 = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
] as const;

/** Within 2000::/3, what stands for IPv4 addresses or for nothing. */
const SPECIAL_V6 = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
] as const;

/** Whether everybody on the internet means the same host by an IP address. */
export function isPublicAddress(address: string): boolean {
  const special = new BlockList();
  if (isIP(address) === 4) {
    for (const [net, prefix] of SPECIAL_V4) special.addSubnet(net, prefix, "ipv4");
    return !special.check(address, "ipv4");
  }
  if (isIP(address) !== 6) return false;
  const global = new BlockList();
  global.addSubnet("2000::", 3, "ipv6");
  for (const [net, prefix] of SPECIAL_V6) special.addSubnet(net, prefix, "ipv6");
  return global.check(address, "ipv6") && !special.check(address, "ipv6");
}

function getPinned({ url, address, maxBytes, signal }: PinnedRequest): Promise<FetchedAnswer> {
  return new Promise((fulfil, reject) => {
    const family = isIP(address);
    const options = {
      signal,
      headers: { accept: "application/json, application/yaml, text/yaml, */*;q=0.1", "accept-encoding": "identity" },
      lookup: (_host: string, { all }: { all?: boolean }, done: (...found: unknown[]) => void): void => {
        if (all) done(null, [{ address, family }]);
        else done(null, address, family);
      },
    };
    const sent = request(url, options as object, (response) => {
      const chunks: Buffer[] = [];
      let size = 0;
      response.on("data", (chunk: Buffer) => {
        size += chunk.length;
        if (size > maxBytes) sent.destroy(new Error(`it is larger than ${maxBytes} bytes`));
        else chunks.push(chunk);
      });
      response.on("error", reject);
      response.on("end", () => {
        const { statusCode = 0, headers } = response;
        fulfil({ status: statusCode, location: headers.location, text: Buffer.concat(chunks).toString("utf8") });
      });
    });
    sent.on("error", reject);
    sent.end();
  });
}
