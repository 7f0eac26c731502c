import { runCommand } from "../../scripts/toolkit/run-command.ts";
import { TOOLS } from "../../scripts/toolkit/tools.ts";
import { placeOf, type Script } from "./script.ts";

/** Type-checks every script in one program. */
export async function checkTypes(scripts: readonly Script[], project: string): Promise<string[]> {
  if (scripts.length === 0) return [];
  const { code, output } = await runCommand([...TOOLS.tsc, "-p", project, "--pretty", "false"], { cwd: project });
  if (code === 0) return [];
  const byFile = new Map(scripts.map((script) => [`${script.page.folder}/${script.name}`, script]));
  return output
    .trim()
    .split(/\n(?!\s)/)
    .map((message) => {
      const [, file = "", line = "", text = ""] = /^([^(]+)\((\d+),\d+\): (.*)$/s.exec(message) ?? [];
      const script = byFile.get(file);
      return script === undefined ? message : `${placeOf(script, Number(line))}: ${text}`;
    });
}
