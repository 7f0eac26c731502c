import type { Service } from "../service/service.ts";
import { createSession } from "../session.ts";
import { describeAny, inline } from "./describe.ts";
import { createFrameReader } from "./frame.ts";
import type { Command, PrintedLine, Told } from "./protocol.ts";

/** The page is told so often what has changed, in milliseconds. */
const FRAME_MS = 60;

/** A worker, as it sees itself, or one end of a channel. */
export interface Port {
  postMessage(message: Told): void;
  addEventListener(type: "message", listener: (event: MessageEvent<Command>) => void): void;
}

/** Runs a session for a page. Everything that code of the reader touches lives here. */
export function serveSession(service: Service, port: Port): void {
  const session = createSession(service);
  const reader = createFrameReader(session);
  let sent = "";
  const sendFrame = (): void => {
    const frame = reader.read();
    const text = JSON.stringify(frame);
    if (text !== sent) port.postMessage({ told: "frame", frame });
    sent = text;
  };
  const print = (level: PrintedLine["level"], values: readonly unknown[]): void => {
    const parts = values.map((value) =>
      typeof value === "object" && value !== null ? describeAny(value).value : inline(value),
    );
    port.postMessage({ told: "print", line: { level, values: parts } });
  };
  const run = async (id: number, code: string): Promise<void> => {
    const result = await session.run(code, ({ level, values }) => print(level, values));
    if (result === undefined) return;
    const { outcome, isStopped, tookMs } = result;
    const hasFailed = "error" in outcome;
    const value = hasFailed ? outcome.error : outcome.value;
    sendFrame();
    const kind = isStopped ? "stopped" : hasFailed ? "rejected" : "resolved";
    const ended = {
      kind,
      ...describeAny(value),
      isNothing: value === undefined,
      tookMs,
    } as const;
    port.postMessage({ told: "end", run: id, ended });
  };
  const obey = (command: Command): void => {
    if (command.do === "change") session.change(command.settings);
    else if (command.do === "restart") session.restart();
    else if (command.do === "advance") void session.advance(command.ms);
    else if (command.do === "run") void run(command.run, command.code);
    else if (command.do === "stop") session.stop();
    else if (command.do === "mend") session.world.faults.all.find(({ id }) => id === command.fault)?.remove();
    else port.postMessage({ told: "fault", problem: problemOf(() => session.world.faults.add(command.fault)) });
  };
  port.addEventListener("message", ({ data }) => {
    obey(data);
    sendFrame();
  });
  addEventListener("unhandledrejection", (event) => {
    event.preventDefault();
    print("error", ["A promise was rejected and nobody waits for it:", event.reason]);
  });
  const operations = service.model.operations.map(({ id, name, responses }) => ({
    id,
    method: name.join("."),
    isStream: responses.some(({ content }) => content.some(({ stream }) => stream !== undefined)),
  }));
  port.postMessage({ told: "hello", operations });
  setInterval(sendFrame, FRAME_MS);
  sendFrame();
}

function problemOf(act: () => void): string | undefined {
  try {
    act();
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}
