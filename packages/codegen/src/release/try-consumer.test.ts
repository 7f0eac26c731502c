import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { fileOverrides } from "./try-consumer.ts";

test("a rehearsal installs packages from the files that the workspace takes them from", () => {
  const root = mkdtempSync(join(tmpdir(), "svc-overrides-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  expect(fileOverrides(root)).toEqual({});

  const workspace = `packages: [packages/*]
overrides:
  "@svc/client": "file:/packed/svc-client.tgz"
  "@svc/testing": "file:packed/svc-testing.tgz"
  esbuild: 0.25.0
`;
  writeFileSync(join(root, "pnpm-workspace.yaml"), workspace);
  expect(fileOverrides(root)).toEqual({
    "@svc/client": "file:/packed/svc-client.tgz",
    "@svc/testing": `file:${join(root, "packed/svc-testing.tgz")}`,
  });
});
