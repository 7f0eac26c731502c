import { relative, sep } from "node:path";
import { expect, inject } from "vitest";
import { refuseDocument } from "./scripts/test/refuse-document.ts";
import { ROOT } from "./scripts/toolkit/tools.ts";

// `SVC_SEED` repeats a run: a property that fails prints the seed of its values, and the tests' own seeds follow it.
const { SVC_SEED } = process.env;
if (SVC_SEED !== undefined) {
  const { configureGlobal, readConfigureGlobal } = await import("fast-check");
  configureGlobal({ ...readConfigureGlobal(), seed: Number(SVC_SEED) });
}

// A bump leaves these out: they must not see what it changes.
const file = relative(ROOT, expect.getState().testPath ?? "")
  .split(sep)
  .join("/");
refuseDocument(inject("leftOutOfBumps").includes(file));

declare module "vitest" {
  interface ProvidedContext {
    readonly leftOutOfBumps: readonly string[];
  }
}
