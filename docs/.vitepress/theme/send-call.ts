import { withBase } from "vitepress";
import type { Command, Told } from "../../playground/src/host/protocol.ts";

/** Runs the example beside a button as the playground does, and shows below it what the fake received and answered. */
export function sendCall(button: HTMLElement): void {
  const block = button.closest(".aside")?.querySelector(".language-ts code");
  if (block == null) return;
  const out = outputOf(button);
  const lines: string[] = [];
  const print = (...texts: readonly string[]): void => {
    lines.push(...texts);
    out.textContent = lines.join("\n");
  };
  out.textContent = "…";
  const worker = openWorker("playground");
  const run: Command = { do: "run", run: 1, code: programOf(block.textContent) };
  worker.onerror = () => print("The fake cannot be loaded.");
  worker.onmessage = ({ data }: MessageEvent<Told>) => {
    if (data.told === "hello") worker.postMessage(run);
    if (data.told === "frame")
      print(
        ...data.frame.calls.flatMap(({ title, status, responseBody }) => [
          `${title} ${status}`,
          indented(responseBody),
        ]),
      );
    if (data.told !== "end") return;
    if (data.ended.kind === "rejected") print(data.ended.brief);
    worker.terminate();
  };
}

/** The example without what the playground has in scope: imports, and a client of the fake. */
function programOf(code: string): string {
  return code.replaceAll(/^import .*\n+/gm, "").replace(/^const svc = createSvcClient\(\{[\s\S]*?^\}\);\n+/m, "");
}

function outputOf(button: HTMLElement): HTMLElement {
  const next = button.nextElementSibling;
  if (next instanceof HTMLElement) return next;
  const made = document.createElement("pre");
  made.setAttribute("aria-live", "polite");
  button.after(made);
  return made;
}

function indented(body = ""): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

/** A worker of the playground's files. */
export function openWorker(name: string): Worker {
  return new Worker(withBase(`/playground/assets/${name}.js`));
}
