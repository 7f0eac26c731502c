import { parseArgs } from "node:util";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { selectTools } from "../tools/create-tools.ts";
import type { Downloads } from "../tools/run-tool.ts";
import type { ToolTable } from "../tools/tool-table.ts";
import { createMcpServer } from "./create-server.ts";
import { serveHttp } from "./serve-http.ts";

/** What a command serves. */
export interface ServedTools {
  /** The tools as data. */
  readonly table: ToolTable;
  /** Functions that download, by name: the client's entry `downloads`. */
  readonly downloads: Downloads;
  /** Makes the client, of what the environment says. */
  readonly createClient: () => ServedClient;
  /** Makes a client of a fake; absent where there is none. */
  readonly createFakeClient?: () => ServedClient | Promise<ServedClient>;
}

/** A client whose tools are served. */
export interface ServedClient {
  /** Ends what is under way. */
  close(): Promise<void>;
}

const OPTIONS = {
  fake: { type: "boolean" },
  "read-only": { type: "boolean" },
  only: { type: "string", multiple: true },
  http: { type: "boolean" },
  port: { type: "string" },
  help: { type: "boolean", short: "h" },
} as const;

/** Text of `--help`. */
const helpOf = ({ title, env }: ToolTable): string => `Model Context Protocol server of ${title}

  --fake            answer by the fake: no credential, no network
  --read-only       only tools that change nothing
  --only PATTERN    only tools of methods like "sessions.*"; may be given more than once
  --http            serve streamable HTTP on 127.0.0.1 instead of standard input and output
  --port N          port for it; 0, the default: any free one
  --help            print this

The service is that of ${env}_BASE_URL, called with the credential ${env}_API_KEY.`;

/** Runs the command of a server until its client goes, or a signal ends it. */
export async function runServer(served: ServedTools, args: readonly string[] = process.argv.slice(2)): Promise<void> {
  try {
    await serve(served, parse(args));
  } catch (error) {
    // Standard output is the protocol's.
    process.stderr.write(`${(error as Error).message}\n`);
    process.exitCode = 2;
  }
}

function parse(args: readonly string[]) {
  return parseArgs({ args: [...args], options: OPTIONS, strict: true }).values;
}

async function serve(served: ServedTools, given: ReturnType<typeof parse>): Promise<void> {
  const { table, downloads } = served;
  if (given.help) {
    process.stdout.write(`${helpOf(table)}\n`);
    return;
  }
  const options = { readOnly: given["read-only"], only: given.only };
  if (selectTools(table, options).length === 0) throw new Error("--only, --read-only: no tool is left.");
  const { port = "0" } = given;
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) throw new Error(`--port: ${port} is no port.`);
  const create = given.fake ? served.createFakeClient : served.createClient;
  if (create === undefined) throw new Error("--fake: the part `testing` is not generated.");
  const client = await create();
  const factory = () => createMcpServer({ table, client, downloads, ...options });
  const server = given.http ? await serveHttp(factory, Number(port)) : serveStdio(factory);
  if ("url" in server) process.stdout.write(`${JSON.stringify({ url: server.url })}\n`);
  const stop = async (): Promise<void> => {
    await server.close();
    await client.close();
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => void stop());
}
