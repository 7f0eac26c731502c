import type { ServiceName } from "../service/service.ts";
import { svcService } from "../service/svc.ts";
import type { Command, Told } from "./protocol.ts";
import { besideScript, SCRIPT } from "./script.ts";
import { type Port, serveSession } from "./serve-session.ts";

/** Where a session runs. */
export interface Host {
  /** False: it runs on the page's own thread. */
  readonly canEnd: boolean;
  tell(command: Command): void;
  end(): void;
}

/** Events of a host. */
export interface HostEvents {
  readonly onTold: (told: Told) => void;
  /** Its script could not be loaded. */
  readonly onLost: () => void;
}

/** A worker that has the page's policy, and so no network: one that is made of data inherits it. */
export function openWorker(script: string): Worker {
  const source = `importScripts(${JSON.stringify(script)})`;
  return new Worker(URL.createObjectURL(new Blob([source], { type: "text/javascript" })));
}

/** A page that was opened from the file system cannot load the script into a worker, and does the work itself. */
export function openHost(service: ServiceName, { onTold, onLost }: HostEvents): Host {
  if (location.protocol === "file:") {
    const { port1, port2 } = new MessageChannel();
    void servePort(service, port2).then(() => port2.start(), onLost);
    port1.onmessage = ({ data }: MessageEvent<Told>) => onTold(data);
    return { canEnd: false, tell: (command) => port1.postMessage(command), end: () => port1.close() };
  }
  const worker = openWorker(service === "svc" ? SCRIPT : besideScript(service));
  worker.onmessage = ({ data }: MessageEvent<Told>) => onTold(data);
  worker.onerror = onLost;
  return {
    canEnd: true,
    tell: (command) => worker.postMessage(command),
    end() {
      // It may still be loading: what ends it here is no failure.
      worker.onerror = null;
      worker.terminate();
    },
  };
}

async function servePort(service: ServiceName, port: Port): Promise<void> {
  if (service === "svc") return serveSession(svcService, port);
  const added = globalThis as { readonly serveAgents?: (port: Port) => void };
  if (added.serveAgents === undefined) await addScript(besideScript(service));
  added.serveAgents?.(port);
}

function addScript(src: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.addEventListener("load", () => resolve());
    script.addEventListener("error", () => reject(new Error(`${src} cannot be loaded.`)));
    script.src = src;
    document.head.append(script);
  });
}
