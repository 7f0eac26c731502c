import type { Step } from "../step.ts";
import { ROOT, svc } from "../tools.ts";
import { commandStep } from "./command-step.ts";

/** Generates everything from the document, and compares it with what is in the checkout. */
export function generatedStep(): Step {
  return commandStep("generate and compare", svc(ROOT, "generate", "--check"), {
    note: () => "what is committed is what the document gives",
  });
}
