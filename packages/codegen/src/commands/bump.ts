import { rmSync } from "node:fs";
import { formatFinding } from "@svc/model";
import { applyStage, finishApplying } from "../bump/apply-stage.ts";
import { withBumpLock } from "../bump/bump-lock.ts";
import { type BumpPlan, planBump } from "../bump/plan-bump.ts";
import { showPlan } from "../bump/show-plan.ts";
import { createStage, removeOrphans, stagedChanges, writeFiles } from "../bump/stage.ts";
import { type Command, defineCommand } from "../cli/command.ts";
import { runCommand } from "../cli/run-command.ts";
import { installedTool } from "../release/project-tools.ts";
import { generateRepository } from "../repository/generate-repository.ts";
import { type ApiRepository, loadRepository, PACKAGES } from "../repository/load-repository.ts";
import { readSource } from "../repository/read-source.ts";
import { createStyle, detectTerminal } from "../terminal.ts";

const terminal = detectTerminal(process.stdout, process.env);
const style = createStyle(terminal.colour);
const say = (text: string): void => terminal.write(`${text}\n`);

/** Takes a new version of the document of a repository that `svc-codegen init` has made. */
export function bumpCommand(root: string, api: URL): Command {
  return defineCommand({
    operands: ["FILE"],
    options: {
      "allow-network": { type: "boolean", text: "FILE may be an https: address; it is fetched, and nothing else" },
      "dry-run": { type: "boolean", text: "show what would happen" },
      "allow-same-version": { type: "boolean", text: "take a version that did not increase" },
      keep: { type: "boolean", text: "keep what the new version merely stopped saying, by an overlay for review" },
    },
    description: `Takes a new version of the document: shows what changed and what that asks of the version, replaces the document, freezes the
old one in spec/history/, writes repairs as an overlay and the changeset, generates everything again and type-checks it.
Programs by hand that no longer compile are listed, for people to adapt. Nothing changes on disk if any step fails.`,
    async run({ values, operands: [file = ""] }) {
      const repository = await loadRepository(root, api);
      return withBumpLock(root, async () => {
        // In this order: what an interrupted bump still has to move is in one of the orphans.
        if (finishApplying(root)) say("Completed a bump that had been interrupted.");
        removeOrphans(root);
        const { text } = await readSource(file, { allowNetwork: values["allow-network"] === true });
        const allowSameVersion = values["allow-same-version"] === true;
        const plan = await planBump({ repository, file, text, allowSameVersion, keep: values.keep === true });
        say(showPlan(plan, style));
        if (!plan.isChanged) {
          say("Nothing to do: the document is the one that is here already.");
          return 0;
        }
        if (values["dry-run"]) {
          say(
            `\nWould write:\n${[...plan.files.keys()].map((path) => `  ${path}`).join("\n")}\nand generate everything again.`,
          );
          return 0;
        }
        return carryOut(repository, plan);
      });
    },
  });
}

/** Everything happens in a copy; what came out of it is moved into place at the end, or not at all. */
async function carryOut(repository: ApiRepository, plan: BumpPlan): Promise<number> {
  const { root } = repository;
  const stage = createStage(root);
  try {
    writeFiles(stage, plan.files);
    say("\ngenerate ...");
    const onWarning = (warning: Parameters<typeof formatFinding>[0]): void => say(`warning: ${formatFinding(warning)}`);
    if ((await generateRepository({ ...repository, root: stage }, { check: false, onWarning })) !== 0) return 1;
    say("\ncheck types ...");
    const packages = await checkTypes(
      stage,
      PACKAGES.map((name) => `packages/${name}`),
    );
    if (packages !== undefined) {
      say(`${packages}\n${style.bad("✗ The packages do not type-check; nothing was changed.")}`);
      return 1;
    }
    const others = await checkTypes(stage, []);
    const changes = stagedChanges(root, stage);
    applyStage(root, stage, changes);
    const { write, remove } = changes;
    say(`\n${style.good("✓")} ${write.length} files written, ${remove.length} removed. Review and commit:`);
    say([...write, ...remove.map((path) => `${path} (removed)`)].map((path) => `  ${path}`).join("\n"));
    if (others !== undefined) say(`\nTo adapt by hand to the new document:\n${others}`);
    return 0;
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

/**
 * Builds folders of a stage; none: all that its `tsconfig.json` names. Returns what the compiler says where it refuses one.
 */
async function checkTypes(stage: string, folders: readonly string[]): Promise<string | undefined> {
  const { code, output } = await runCommand([...installedTool(stage, "typescript", "bin/tsc"), "-b", ...folders], {
    cwd: stage,
  });
  return code === 0 ? undefined : output.trim();
}
