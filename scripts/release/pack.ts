import { resolve } from "node:path";
import { defineCommand } from "../toolkit/command.ts";
import { buildPackages } from "../toolkit/kinds-of-steps.ts";
import { ROOT } from "../toolkit/tools.ts";
import { packPackages } from "./packed/pack-packages.ts";

/** Folder of the tarballs, which git ignores. */
const FOLDER = ".tmp/packages";

export const pack = defineCommand({
  operands: ["[DIR]"],
  options: {},
  description: `Builds and packs the packages into DIR (default: ${FOLDER}), and prints the commands that install and
run them elsewhere, to use until \`npm install @svc/client\` and \`npx svc-fake\` work.`,
  async run({ operands: [directory = FOLDER] }) {
    await buildPackages();
    const tarballs = await packPackages(resolve(directory));
    const filesOf = (...names: readonly string[]): string =>
      tarballs
        .filter(({ package: { manifest } }) => names.includes(manifest.name))
        .map(({ file }) => JSON.stringify(file))
        .join(" ");
    const generator = `npx -y --package ${filesOf("@svc/codegen")} svc-codegen`;
    console.log(`To call the service:
  npm install ${filesOf("@svc/types", "@svc/client")}
To test code that calls it, as well:
  npm install --save-dev ${filesOf("@svc/spec", "@svc/testing")}
To run the fake, and the tools for agents:
  node "${ROOT}packages/testing/dist/bin.js" --port 4010
  node "${ROOT}packages/mcp/dist/bin.js" --fake
To generate an SDK for another document, and to install what it imports:
  ${generator} --spec FILE --out sdk
  cd sdk && npm install ${filesOf("@svc/types", "@svc/client", "@svc/spec", "@svc/testing")}
Or, in an empty folder, to create a repository with packages to release:
  ${generator} init --spec FILE
and, before its first command, append to its pnpm-workspace.yaml:
overrides:`);
    for (const { package: tarball, file } of tarballs)
      console.log(`  ${JSON.stringify(tarball.manifest.name)}: ${JSON.stringify(`file:${file}`)}`);
    return 0;
  },
});
