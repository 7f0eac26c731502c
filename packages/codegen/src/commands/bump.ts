import { formatFinding } from "@svc/model";
import { writeFiles } from "../bump/stage.ts";
import { TAKING, takeDocument } from "../bump/take-document.ts";
import { type Command, defineCommand } from "../cli/command.ts";
import { runCommand } from "../cli/run-command.ts";
import { installedTool } from "../release/project-tools.ts";
import { generateRepository } from "../repository/generate-repository.ts";
import { loadRepository, PACKAGES } from "../repository/load-repository.ts";
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
      "allow-network": { type: "boolean", text: "allow FILE to be an https: address; nothing else is fetched" },
      ...TAKING,
    },
    description: `Takes a new version of the document: reports the changes and the version that they require, replaces
the document, freezes the old one in spec/history/, writes repairs as an overlay and the changeset, regenerates
everything and type-checks it. Lists hand-written files that no longer compile. If a step fails, nothing changes on
disk.`,
    async run({ values, operands: [file = ""] }) {
      const repository = await loadRepository(root, api);
      return takeDocument({
        repository,
        file,
        values,
        read: async () => (await readSource(file, { allowNetwork: values["allow-network"] === true })).text,
        carryOut: async (plan, stage) => {
          writeFiles(stage, plan.files);
          say("\ngenerate ...");
          const code = await generateRepository(
            { ...repository, root: stage },
            { check: false, onWarning: (warning) => say(`warning: ${formatFinding(warning)}`) },
          );
          return code === 0 ? tryTypes(stage) : undefined;
        },
      });
    },
  });
}

/** Refuses packages that do not type-check; of programs by hand, says so only. */
async function tryTypes(stage: string): Promise<string | undefined> {
  say("\ncheck types ...");
  const packages = PACKAGES.map((name) => `packages/${name}`);
  const refused = await checkTypes(stage, packages);
  if (refused !== undefined) {
    say(`${refused}\n${style.bad("✗ The packages do not type-check; nothing was changed.")}`);
    return undefined;
  }
  const others = await checkTypes(stage, []);
  return others === undefined ? "" : `\nTo adapt by hand to the new document:\n${others}`;
}

/** Builds folders of a stage; none: all that its `tsconfig.json` names. Returns what the compiler says where it refuses one. */
async function checkTypes(stage: string, folders: readonly string[]): Promise<string | undefined> {
  const command = [...installedTool(stage, "typescript", "bin/tsc"), "-b", ...folders];
  const { code, output } = await runCommand(command, { cwd: stage });
  return code === 0 ? undefined : output.trim();
}
