import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createStage } from "../bump/stage.ts";
import { runCommand } from "../workshop/run-command.ts";
import type { Step, StepOutcome } from "../workshop/step.ts";
import { ROOT, TOOLS } from "../workshop/tools.ts";
import type { KeptInspection } from "./inspect-packages.ts";
import { installTools } from "./install-tools.ts";
import { lintWorkflows } from "./lint-workflows.ts";
import { MANAGERS, PROJECTS } from "./project.ts";
import { publishTarballs } from "./publish-tarballs.ts";
import { runProject, type Surroundings } from "./run-project.ts";
import { startRegistry } from "./start-registry.ts";
import { downstreamEnv, findChromium } from "./surroundings.ts";

/** The steps of a rehearsal, and what they leave behind. */
export interface Rehearsal {
  readonly steps: readonly Step[];
  /** Measured by the steps. */
  readonly figures: KeptInspection["figures"];
  /** Temporary folders to remove at the end. */
  readonly folders: readonly string[];
}

/** A rehearsal with its files in `directory`. Nothing happens before its steps run. */
export function createRehearsal(directory: string): Rehearsal {
  const folders = [directory];
  const figures: KeptInspection["figures"][number][] = [];
  const findings: string[] = [];
  let stage = "";
  let registry = "";
  const inStage = async (...args: string[]): Promise<StepOutcome> => {
    const { code, output } = await runCommand([...TOOLS.node, ...args], { cwd: stage });
    return { ok: code === 0, output };
  };
  const environment = () => surroundings(directory, registry);
  const steps: Step[] = [
    {
      name: "tools",
      run: async () => {
        await installTools();
        return { ok: true };
      },
    },
    {
      name: "lint workflows",
      needs: ["tools"],
      run: async () => {
        const lines = await lintWorkflows();
        return { ok: lines.length === 0, output: lines.join("\n") };
      },
    },
    {
      name: "version and generate",
      needs: ["tools"],
      run: () => {
        stage = createStage(ROOT);
        folders.push(stage);
        return inStage("scripts/release/version.ts");
      },
    },
    {
      name: "build and pack",
      needs: ["version and generate"],
      run: async () => {
        const packed = join(directory, "packed");
        mkdirSync(packed);
        const outcome = await inStage("scripts/release/check.ts", "--update-exports", "--keep", packed);
        const file = join(packed, "inspection.json");
        if (!existsSync(file)) return { ...outcome, ok: false };
        const inspection = JSON.parse(readFileSync(file, "utf8")) as KeptInspection;
        figures.push(...inspection.figures);
        findings.push(...inspection.findings);
        return { ok: true, note: `version ${figures[0]?.version}` };
      },
    },
    {
      name: "check tarballs",
      needs: ["build and pack"],
      run: async () => ({
        ok: findings.length === 0,
        note: findings.length === 0 ? "" : `${findings.length} findings`,
        output: findings.join("\n"),
      }),
    },
    {
      name: "registry",
      needs: ["tools"],
      run: async () => {
        registry = await startRegistry(join(directory, "registry"), await configuredRegistry());
        writeFileSync(join(directory, "npmrc"), npmrc(registry));
        return { ok: true, note: registry };
      },
    },
    {
      name: "publish",
      needs: ["build and pack", "registry"],
      run: async () => {
        const command = { cwd: directory, env: environment().env };
        const published = await publishTarballs(figures, { command });
        return { ok: published.length === figures.length, note: `${published.length} packages` };
      },
    },
    ...projectSteps(() => ({ ...environment(), version: figures[0]?.version ?? "" })),
  ];
  return { steps, figures, folders };
}

/** A step for each project and package manager. */
function projectSteps(around: () => Surroundings): Step[] {
  return PROJECTS.flatMap((project) =>
    MANAGERS.map((manager) => ({
      name: `${project.name}, ${manager}`,
      needs: ["publish"],
      run: () => runProject(project, manager, around()),
    })),
  );
}

function surroundings(directory: string, registry: string) {
  const files = { userconfig: join(directory, "npmrc"), cache: join(directory, "npm-cache"), registry };
  return { directory, registry, env: downstreamEnv(process.env, files), chromium: findChromium(process.env) };
}

/** npm publishes nothing without a token; this registry takes any. */
function npmrc(registry: string): string {
  return `registry=${registry}\n${registry.slice("http:".length)}:_authToken=none\nfund=false\naudit=false\n`;
}

async function configuredRegistry(): Promise<string> {
  const { code, output } = await runCommand(["npm", "config", "get", "registry"], { cwd: ROOT });
  const url = /^https?:\/\/\S+$/m.exec(output)?.[0];
  if (code !== 0 || url === undefined) throw new Error(`npm does not say which registry it uses:\n${output}`);
  return url;
}
