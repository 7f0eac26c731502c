import { ProtocolError, ProtocolErrorCode, Server, type ServerContext } from "@modelcontextprotocol/server";
import { createTools, selectTools, type Tool, type ToolSource } from "../tools/create-tools.ts";
import { type Input, type ToolProgress, toJson } from "../tools/run-tool.ts";
import { callTool } from "./call-tool.ts";
import { fileTemplates, readResource } from "./files.ts";
import { answerFinder, finderTools, MOST_LISTED, toListed } from "./tool-list.ts";

/**
 * Makes a server of the Model Context Protocol. It serves one connection: `serveStdio` and `createMcpHandler` of
 * `@modelcontextprotocol/server` call this for each.
 */
export function createMcpServer(source: ToolSource): Server {
  const { table } = source;
  const rows = selectTools(table, source);
  const tools = createTools<{ readonly [name: string]: Tool<Input> }>(source);
  const isLong = rows.length > MOST_LISTED;
  const listed = isLong ? finderTools(rows, table) : rows.map((row) => toListed(row, table));
  const files = table.files.filter(({ name }) => rows.some(({ file }) => file === name));
  const server = new Server(
    { name: table.name, title: table.title, version: table.version },
    { capabilities: { tools: {}, ...(files.length > 0 && { resources: {} }) }, instructions: instructionsFor(isLong) },
  );
  server.setRequestHandler("tools/list", () => ({ tools: listed }));
  server.setRequestHandler("tools/call", async ({ params }, context) => {
    const { name: given, arguments: input = {} } = params;
    if (isLong && (given === "search" || given === "describe")) return answerFinder(given, input, rows, table);
    const isCall = isLong && given === "call";
    const name = isCall ? String(input["name"]) : given;
    const row = isCall || !isLong ? rows.find((one) => one.name === name) : undefined;
    const tool = tools[name];
    if (row === undefined || tool === undefined)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${JSON.stringify(name)}`);
    const { onProgress, sent } = progressTo(context);
    const options = { abortSignal: context.mcpReq.signal, onProgress };
    const own = isCall ? ((input["arguments"] ?? {}) as Input) : input;
    const result = await callTool(source, { row, tool, input: own, options });
    // Clients know nothing of a call that has been answered: all of its progress goes first.
    await Promise.all(sent);
    return result;
  });
  if (files.length > 0) {
    server.setRequestHandler("resources/list", () => ({ resources: [] }));
    server.setRequestHandler("resources/templates/list", () => ({ resourceTemplates: fileTemplates(files, table) }));
    server.setRequestHandler("resources/read", ({ params: { uri } }, { mcpReq: { signal } }) =>
      readResource(source, files, { uri, signal }),
    );
  }
  return server;
}

function instructionsFor(isLong: boolean): string {
  const pace =
    "Calls may be made at any rate: the server keeps to the rate limit of the service, and repeats what may be repeated.";
  const finding = "Find tools with search, look at their arguments with describe, and call them with call.";
  return isLong ? `${finding} ${pace}` : pace;
}

/** Most characters of the message of a progress: an item may be as long as a response. */
const MOST_MESSAGE = 1000;

/** Items and polls as progress, where the client asked for it. */
function progressTo({ mcpReq }: ServerContext) {
  const progressToken = mcpReq._meta?.progressToken;
  const sent: Promise<void>[] = [];
  if (progressToken === undefined) return { onProgress: undefined, sent };
  const onProgress = ({ count, value }: ToolProgress): void => {
    const params = { progressToken, progress: count, message: toJson(value).slice(0, MOST_MESSAGE) };
    // A client that has gone needs none.
    sent.push(mcpReq.notify({ method: "notifications/progress", params }).catch(() => {}));
  };
  return { onProgress, sent };
}
