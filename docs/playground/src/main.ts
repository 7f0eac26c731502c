import "./host/script.ts";
import { type Port, serveSession } from "./host/serve-session.ts";
import { svcService } from "./service/svc.ts";

// The page's script is the worker's, too: the browser loads it once.
if (typeof document === "undefined") serveSession(svcService, globalThis as unknown as Port);
else void import("./start-page.ts");
