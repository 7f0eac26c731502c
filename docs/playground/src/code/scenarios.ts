import { AGENTS_SCENARIOS } from "./agents-scenarios.ts";
import { FAILURE_SCENARIOS } from "./failure-scenarios.ts";
import { LIMIT_SCENARIOS } from "./limit-scenarios.ts";
import { isOffered, type Scenario } from "./scenario.ts";

/** Behaviour of the client at limits, refusals, and a service that fails, where the document has what that needs. */
export const SCENARIOS: readonly Scenario[] = [...LIMIT_SCENARIOS, ...FAILURE_SCENARIOS, ...AGENTS_SCENARIOS].filter(
  isOffered,
);
