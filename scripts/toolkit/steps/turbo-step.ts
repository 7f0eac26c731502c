import { runCommand } from "../run-command.ts";
import type { Step } from "../step.ts";
import { ROOT, TOOLS } from "../tools.ts";

/** A step that runs one task in all packages that have it, and says how much of it the cache spared. */
export function turboStep(name: string, task: string): Step {
  return { name, run: () => runTurbo(task) };
}

async function runTurbo(task: string): ReturnType<Step["run"]> {
  const command = [
    ...TOOLS.turbo,
    "run",
    task,
    "--output-logs=errors-only",
    "--ui=stream",
    "--continue",
    "--concurrency=100%",
  ];
  const { code, output } = await runCommand(command, { cwd: ROOT });
  return { ok: code === 0, note: cacheNote(output), output };
}

/** Turbo's "Cached: 3 cached, 4 total" in words. */
export function cacheNote(output: string): string {
  const [, cached, total] = /Cached:\s+(\d+) cached, (\d+) total/.exec(output) ?? [];
  if (cached === undefined || total === undefined) return "";
  if (cached === total) return `nothing to do, ${total} of ${total} from the cache (FULL TURBO)`;
  return `${total} tasks, ${cached} from the cache`;
}
