import { type Port, serveSession } from "./host/serve-session.ts";
import { agentsService } from "./service/agents.ts";

const serveAgents = (port: Port): void => serveSession(agentsService, port);

// A page that was opened from the file system has no worker, and asks for the function.
if (typeof document === "undefined") serveAgents(globalThis as unknown as Port);
else Object.assign(globalThis, { serveAgents });
