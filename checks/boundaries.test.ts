import { execFile } from "node:child_process";
import { copyFile, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ROOT, TOOLS } from "../scripts/toolkit/tools.ts";

type Probe = readonly [file: string, specifier: string];

const REFUSED: readonly Probe[] = [
  ["spec/src/a.ts", "yaml"],
  ["spec/src/b.ts", "@svc/types"],
  ["spec/src/c.ts", "../../engines/model/src/index.ts"],
  ["packages/types/src/a.ts", "@svc/client"],
  ["packages/types/src/b.ts", "yaml"],
  ["packages/types/src/c.ts", "../../model/src/index.ts"],
  ["engines/model/src/a.ts", "@svc/types"],
  ["engines/model/src/b.ts", "node:fs"],
  ["engines/model/src/deep/c.ts", "../../../types/src/index.ts"],
  ["packages/client/src/a.ts", "@svc/testing"],
  ["packages/client/src/b.ts", "@svc/testing/build"],
  ["packages/client/src/c.ts", "@svc/model"],
  ["packages/client/src/d.ts", "@svc/spec"],
  ["packages/client/src/e.ts", "node:http"],
  ["packages/client/src/deep/f.ts", "../../../testing/src/index.ts"],
  ["packages/testing/src/a.ts", "@svc/client"],
  ["packages/testing/src/b.test.ts", "@svc/client"],
  ["packages/testing/test/c.test.ts", "@svc/client/runtime"],
  ["packages/testing/src/d.ts", "../../client/src/index.ts"],
  ["packages/codegen/src/a.ts", "@svc/client"],
  ["packages/codegen/src/b.test.ts", "@svc/testing/build"],
  ["packages/codegen/src/c.ts", "../../client/src/index.ts"],
  ["packages/codegen/src/g.ts", "@svc/fastapi-validation"],
  ["packages/codegen/src/h.ts", "@svc/schema/arbitrary"],
  ["packages/codegen/src/f.ts", "../../../scripts/diff/command.ts"],
  ["engines/schema/src/a.ts", "@svc/fastapi-validation"],
  ["engines/schema/src/b.ts", "@svc/testing"],
  ["engines/fastapi-validation/src/a.ts", "@svc/schema/arbitrary"],
  ["engines/resources/src/a.ts", "@svc/fastapi-validation"],
  ["engines/resources/src/b.ts", "@svc/testing"],
  ["engines/diff/src/a.ts", "@svc/codegen/emit"],
  ["engines/diff/src/b.ts", "node:fs"],
  ["scripts/diff/a.ts", "@svc/client"],
  ["scripts/diff/b.ts", "../../packages/codegen/src/run.ts"],
  ["scripts/diff/d.ts", "../../checks/bump/next-document.ts"],
  ["checks/bump/a.ts", "@svc/client"],
  ["checks/bump/b.ts", "../../packages/testing/src/build.ts"],
  ["examples/service/a.ts", "../../packages/client/src/index.ts"],
  ["examples/service/b.ts", "../../scripts/commands.ts"],
  ["examples/service/d.ts", "../../engines/model/src/index.ts"],
];

const ALLOWED: readonly Probe[] = [
  ["spec/src/d.ts", "./generated/openapi.json"],
  ["packages/types/src/d.ts", "@svc/spec"],
  ["packages/types/src/deep/e.ts", "../names.ts"],
  ["engines/model/src/d.ts", "yaml"],
  ["engines/model/src/deep/e.ts", "../model.ts"],
  ["packages/client/src/g.ts", "@svc/types"],
  ["packages/client/src/h.ts", "openapi-fetch"],
  ["packages/client/src/deep/i.ts", "../clock.ts"],
  ["packages/client/src/j.test.ts", "@svc/testing"],
  ["packages/client/test/k.test.ts", "@svc/testing"],
  ["packages/testing/src/e.ts", "@svc/types"],
  ["packages/testing/src/f.ts", "@svc/spec"],
  ["packages/testing/src/g.ts", "@svc/model"],
  ["packages/testing/src/h.ts", "node:http"],
  ["packages/mcp/src/b.ts", "@svc/schema"],
  ["packages/mcp/src/c.ts", "@svc/client/downloads"],
  ["packages/codegen/src/d.ts", "@svc/model"],
  ["packages/codegen/src/e.ts", "./files.ts"],
  ["packages/codegen/src/i.ts", "@svc/resources"],
  ["packages/codegen/src/j.ts", "@svc/schema"],
  ["engines/schema/src/c.ts", "@svc/model"],
  ["engines/fastapi-validation/src/b.ts", "@svc/model"],
  ["engines/fastapi-validation/src/c.ts", "@svc/schema"],
  ["engines/resources/src/c.ts", "@svc/model"],
  ["engines/diff/src/c.ts", "@svc/model"],
  ["engines/diff/src/d.ts", "@svc/schema"],
  ["packages/codegen/src/k.ts", "@svc/diff"],
  ["scripts/bump/e.ts", "@svc/diff"],
  ["scripts/diff/c.ts", "@svc/codegen/emit"],
  ["checks/bump/c.ts", "../../scripts/bump/own-repository.ts"],
  ["examples/service/c.ts", "@svc/client"],
];

describe("the boundaries between packages", () => {
  let directory: string;
  let reported: ReadonlySet<string>;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), "svc-boundaries-"));
    await copyFile(join(ROOT, "biome.json"), join(directory, "biome.json"));
    for (const [file, specifier] of [...REFUSED, ...ALLOWED]) await writeProbe(join(directory, file), specifier);
    reported = await lint(directory);
  });

  afterAll(() => rm(directory, { recursive: true, force: true }));

  test.each(REFUSED)("%s may not import %s", (file) => {
    expect(reported).toContain(file);
  });

  test.each(ALLOWED)("%s may import %s", (file) => {
    expect(reported).not.toContain(file);
  });
});

async function writeProbe(path: string, specifier: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, `import { probe } from "${specifier}";\nprobe();\n`);
}

/** The files in which the linter, with the configuration of the checkout, reports a forbidden import. */
async function lint(cwd: string): Promise<ReadonlySet<string>> {
  const [biome = "", ...rest] = TOOLS.biome;
  const args = ["lint", "--vcs-enabled=false", "--only=style/noRestrictedImports", "--max-diagnostics=none"];
  const run = promisify(execFile)(biome, [...rest, ...args, "--reporter=github"], { cwd });
  const { stdout } = await run.catch((error: { stdout: string }) => error);
  return new Set(
    [...stdout.matchAll(/noRestrictedImports,file=([^,]+),/g)].map(([, file = ""]) => relative(cwd, file)),
  );
}
