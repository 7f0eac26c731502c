import type { Files } from "../../emitter.ts";
import { md, str, ts } from "../../quote/index.ts";
import { PACKAGES, type PackageName } from "../load-repository.ts";
import { callProgram, exampleProgram, exampleTest } from "./example.ts";
import type { ScaffoldFacts } from "./facts.ts";
import * as manifests from "./manifests.ts";
import { agents, guide, languageModels, packageReadme, rootReadme } from "./pages.ts";
import { WORKFLOWS } from "./workflows.ts";

const IGNORED = ["node_modules", "dist", ".tmp", "*.tsbuildinfo", ".svc.config.*.mjs", ""].join("\n");

/** The module that a package begins with: what is generated, and room for what is written by hand. */
function index(name: PackageName, scope: string): string {
  const type = name === "types" ? "type " : "";
  return `/** @module ${scope}/${name} */
export ${type}* from "./generated/${name}/index.ts";
`;
}

/** Every file of a repository that is written once, and belongs to its people from then on. */
export function scaffold(facts: ScaffoldFacts): Files {
  const { scope, sdk } = facts;
  const needsTypes = { types: [], client: ["../types"], testing: ["../types"] } as const;
  const packages = PACKAGES.flatMap((name): [string, string][] => [
    [`packages/${name}/package.json`, manifests.packageManifest(name, facts)],
    [`packages/${name}/tsconfig.json`, manifests.folderConfig(needsTypes[name])],
    [`packages/${name}/README.md`, packageReadme(name, facts)],
    [`packages/${name}/src/index.ts`, index(name, scope)],
  ]);
  return new Map<string, string>([
    ["README.md", rootReadme(facts)],
    ["AGENTS.md", agents(facts)],
    ["llms.txt", languageModels(facts)],
    ["package.json", manifests.rootManifest(facts)],
    ["pnpm-workspace.yaml", manifests.PNPM_WORKSPACE],
    ["svc.config.ts", configText(scope, sdk.kebab)],
    ["tsconfig.base.json", manifests.baseConfig()],
    ["tsconfig.json", manifests.rootConfig()],
    ["typedoc.json", manifests.typedocConfig(facts)],
    ["vitest.config.ts", VITEST],
    [".gitignore", IGNORED],
    [".changeset/config.json", manifests.changesetConfig(scope)],
    ...(facts.released === "0.0.0" ? [[".changeset/first-release.md", firstChangeset(scope)] as const] : []),
    ...Object.entries(WORKFLOWS).map(([file, text]) => [`.github/workflows/${file}`, text] as const),
    ...packages,
    ["docs/guide.md", guide(facts)],
    ["docs/tsconfig.json", manifests.docsConfig()],
    ["examples/quickstart/package.json", manifests.exampleManifest(facts)],
    [
      "examples/quickstart/tsconfig.json",
      manifests.folderConfig(["../../packages/client", "../../packages/testing"], ["node"]),
    ],
    ["examples/quickstart/src/call.ts", callProgram(facts)],
    ["examples/quickstart/src/main.ts", exampleProgram(facts)],
    ["examples/quickstart/src/quickstart.test.ts", exampleTest(facts)],
  ]);
}

function configText(scope: string, name: string): string {
  return ts`
    import { defineConfig } from "@svc/codegen";

    export default defineConfig({
      name: ${str(name)},
      scope: ${str(scope)},
    });
  `;
}

const VITEST = `import { defineConfig } from "vitest/config";

export default defineConfig({
  test: { include: ["{packages,examples}/*/src/**/*.test.ts"] },
});
`;

function firstChangeset(scope: string): string {
  const names = PACKAGES.map((name) => `"${scope}/${name}": minor`).join("\n");
  return `---\n${names}\n---\n\n${md`The first release.`}\n`;
}
