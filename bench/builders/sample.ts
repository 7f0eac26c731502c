import { createRequire } from "node:module";
import type { FastCheckModule } from "@svc/schema/arbitrary";

const load = createRequire(new URL("../../packages/testing/package.json", import.meta.url));

/** fast-check's own sampling, of the fast-check that the arbitraries are made with. */
export const { sample } = load("fast-check") as FastCheckModule;
