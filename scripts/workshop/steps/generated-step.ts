import type { Step } from "../step.ts";
import { ROOT, TOOLS } from "../tools.ts";
import { commandStep } from "./command-step.ts";

/** Generates everything from the document, and compares it with what is in the checkout. */
export function generatedStep(): Step {
  return commandStep("generate and compare", [...TOOLS.node, `${ROOT}scripts/generate.ts`, "--check"], {
    note: () => "what is committed is what the document gives",
  });
}
