import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { PACKAGES } from "../repository/load-repository.ts";
import { forgetRegistries, readManifest } from "./pack-repository.ts";

test("a rehearsal forgets the registries of the manifests, by which npm would publish for real", () => {
  const stage = mkdtempSync(join(tmpdir(), "svc-stage-"));
  try {
    const publishConfig = {
      access: "restricted",
      provenance: true,
      registry: "https://npm.example.com",
      "@acme:registry": "https://npm.example.com",
    };
    for (const name of PACKAGES) {
      mkdirSync(join(stage, "packages", name), { recursive: true });
      writeFileSync(join(stage, "packages", name, "package.json"), JSON.stringify({ name, publishConfig }));
    }
    forgetRegistries(stage);
    for (const name of PACKAGES)
      expect(readManifest(join(stage, "packages", name))).toEqual({ name, publishConfig: { access: "restricted" } });
  } finally {
    rmSync(stage, { recursive: true });
  }
});
