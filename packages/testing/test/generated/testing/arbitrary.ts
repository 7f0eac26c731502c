// Generated from engines/model/fixtures/service.yaml by `pnpm generate`. Do not edit.
import { createArbitraries } from "@svc/testing/arbitrary";
import type { Arbitraries } from "./arbitraries.ts";
import { model } from "./model.ts";

/** fast-check arbitraries: `arbitrary.<schema>()`. */
export const arbitrary: Arbitraries = createArbitraries<Arbitraries>(model);
