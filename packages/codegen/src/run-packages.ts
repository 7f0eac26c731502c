import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { CONFIG_FILE } from "./config/load-config.ts";
import { installPackages } from "./install-packages.ts";
import { LEDGER } from "./load-spec.ts";
import { generatorFingerprint, hashOf, isFresh, PACKAGES_STAMP, readStamp, version } from "./stamp.ts";
import type { TreeHost } from "./tree-host.ts";

const ROOT = resolve(import.meta.dirname, "../../..");
const UP_TO_DATE = "Generated files are up to date.";

/** This checkout as the generator of trees. */
export const checkout: TreeHost = {
  command: "pnpm generate --spec FILE --out DIR",
  version: version(),
  fingerprint: () => generatorFingerprint(ROOT),
  install: installPackages,
};

/**
 * Regenerates the packages, unless nothing has changed since the last time. Whether it has is told by hashes, before the
 * generator and its compiler are loaded. Returns the exit code.
 */
export async function runPackages({ check, explain = false }: PackagesOptions): Promise<number> {
  if (explain) {
    const [{ loadSpec }, { explainResources }] = await Promise.all([import("./load-spec.ts"), import("./explain.ts")]);
    const { model } = await loadSpec(join(ROOT, "spec"), ROOT);
    console.log(explainResources(model));
  }
  const inputs = hashOf([
    generatorFingerprint(ROOT),
    ...specTexts(),
    readFileSync(join(ROOT, "packages/client/package.json")),
  ]);
  // A check trusts nothing but the generator itself.
  if (!check && isFresh(readStamp(join(ROOT, PACKAGES_STAMP)), inputs, ROOT)) {
    console.log(UP_TO_DATE);
    return 0;
  }
  const [{ generatePackages }, { formatFinding }] = await Promise.all([
    import("./generate-packages.ts"),
    import("@svc/model"),
  ]);
  return generatePackages({
    check,
    inputs,
    onWarning: (warning) => console.error(`warning: ${formatFinding(warning)}`),
  });
}

/** How the packages are generated. */
export interface PackagesOptions {
  /** Writes nothing, and compares. */
  readonly check: boolean;
  /** Prints what the document's operations store, and why. @default false */
  readonly explain?: boolean;
}

function specTexts(): Buffer[] {
  const overlays = join(ROOT, "spec/overlays");
  const names = existsSync(overlays) ? readdirSync(overlays).sort() : [];
  const files = [
    join(ROOT, "spec/openapi.yaml"),
    join(ROOT, CONFIG_FILE),
    join(ROOT, "spec", LEDGER),
    join(ROOT, "engines/model/fixtures/service.yaml"),
    ...names.map((name) => join(overlays, name)),
  ];
  return files.filter((file) => existsSync(file)).map((file) => readFileSync(file));
}
