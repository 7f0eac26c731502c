import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../../scripts/toolkit/tools.ts";
import type { ScratchClone } from "./scratch-clone.ts";

/** The version that {@link nextDocument} carries. */
export const NEXT_VERSION = "1.5.0";

/** Path from the root of a document that stays as it is when the committed one goes on. */
export const FIXTURE = "engines/model/fixtures/service.yaml";

/** The document in {@link FIXTURE}. */
export function fixtureDocument(): string {
  return readFileSync(join(ROOT, FIXTURE), "utf8");
}

/** Makes {@link FIXTURE} the document of a clone, without overlays: they may not fit what comes next. */
export function takeFixture(clone: ScratchClone): void {
  rmSync(join(clone.root, "spec/overlays"), { recursive: true, force: true });
  clone.write("spec/openapi.yaml", fixtureDocument());
}

/** A next version of that document, made up for the proof that a bump works. */
export function nextDocument(): string {
  return readFileSync(join(import.meta.dirname, "documents/next.yaml"), "utf8");
}

/** Settles what the document leaves open; of the next version it has nothing to settle any more. */
export function sessionIdOverlay(): string {
  return readFileSync(join(import.meta.dirname, "documents/session-id.overlay.yaml"), "utf8");
}
