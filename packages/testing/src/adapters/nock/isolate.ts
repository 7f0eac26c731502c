import type { Target } from "../target.ts";
import type { Outgoing } from "./gate.ts";

/** Fakes that no request may pass by, the latest last. */
const isolating = new Set<Target>();

/** Refuses requests that nothing intercepts, to whichever host, until the returned function is called. */
export function isolate(fake: Target): () => void {
  isolating.add(fake);
  return () => void isolating.delete(fake);
}

/** Whether a fake refuses what nothing intercepts. */
export function isIsolated(): boolean {
  return isolating.size > 0;
}

/** The error of a request that an isolated test must not send. The fake's journal keeps it, should nobody see the error. */
export function refusal({ origin, method, path }: Outgoing): Error {
  const fake = [...isolating].at(-1);
  const why = `A request to ${origin} was refused: the test is isolated, and its fake stands for ${fake?.baseUrl}.`;
  fake?.stray({ method, target: path, headers: [], origin }, why);
  return new Error(why);
}
