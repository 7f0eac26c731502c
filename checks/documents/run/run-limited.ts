import { spawn } from "node:child_process";
import { join } from "node:path";
import { performance } from "node:perf_hooks";

/** A Node.js process that must not run away. */
export interface LimitedRun {
  /** Script and its arguments. */
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly timeoutMs: number;
  /** Size of the JavaScript heap, in MB. */
  readonly maxHeapMb: number;
}

export interface LimitedResult {
  /** Exit code; undefined where the process was ended for a limit. */
  readonly code: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
  readonly seconds: number;
  /** Most resident memory, in MB; undefined where the process did not end by itself. */
  readonly peakMb: number | undefined;
  /** Processor time in seconds, which other processes do not lengthen; undefined where the process did not end by itself. */
  readonly processorSeconds: number | undefined;
  /** The limit that ended it. */
  readonly limit: string | undefined;
}

/** Compiled code of the sources: saves each process a second. */
/** Characters of output that are kept. */
const OUTPUT_LIMIT = 5_000_000;

/** Runs a script in a process of its own, within limits of time and memory. Never rejects. */
export function runLimited({ argv, cwd, timeoutMs, maxHeapMb }: LimitedRun): Promise<LimitedResult> {
  const start = performance.now();
  const flags = [
    "--conditions=@svc/source",
    "--disable-warning=ExperimentalWarning",
    `--max-old-space-size=${maxHeapMb}`,
  ];
  const child = spawn(process.execPath, [...flags, "--import", join(import.meta.dirname, "report-peak.ts"), ...argv], {
    cwd,
    stdio: ["ignore", "pipe", "pipe", "pipe"],
  });
  const texts = ["", "", ""];
  for (const [index, fd] of [1, 2, 3].entries()) {
    child.stdio[fd]?.on("data", (chunk: Buffer) => {
      if ((texts[index] ?? "").length < OUTPUT_LIMIT) texts[index] += chunk.toString();
    });
  }
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    child.kill("SIGKILL");
  }, timeoutMs);
  return new Promise((resolve) => {
    const end = (code: number | null): void => {
      clearTimeout(timer);
      const [stdout = "", stderr = "", usage = ""] = texts;
      const [peakMb, processorSeconds] = usage === "" ? [] : usage.split(" ").map(Number);
      const isFull = code !== 0 && /heap out of memory|heap limit/i.test(stderr);
      resolve({
        code: isLate || isFull ? undefined : (code ?? undefined),
        stdout,
        stderr,
        seconds: (performance.now() - start) / 1000,
        peakMb,
        processorSeconds,
        limit: isLate ? `${timeoutMs / 1000} s` : isFull ? `${maxHeapMb} MB` : undefined,
      });
    };
    child.on("close", end);
    child.on("error", () => end(null));
  });
}
