import { readAwaiting } from "../bump/awaiting.ts";
import type { Step, StepOutcome } from "../shared/step.ts";
import { ROOT } from "../shared/tools.ts";
import type { KeptInspection } from "./inspect-packages.ts";
import { MANAGERS, PROJECTS } from "./project.ts";
import * as act from "./rehearsal-acts.ts";
import { runProject } from "./run-project.ts";

/** The steps of a rehearsal, and what they leave behind. */
export interface Rehearsal {
  readonly steps: readonly Step[];
  /** Measured by the steps. */
  readonly figures: KeptInspection["figures"];
  /** Temporary folders to remove at the end. */
  readonly folders: readonly string[];
}

/** A rehearsal with its files in `directory`. Nothing happens before its steps run. */
export function createRehearsal(directory: string): Rehearsal {
  const state: act.RehearsalState = { directory, folders: [directory], inspection: undefined, stage: "", registry: "" };
  const step = (name: string, needs: string[], run: (state: act.RehearsalState) => Promise<StepOutcome>): Step => ({
    name,
    needs,
    run: () => run(state),
  });
  const steps = [
    step("tools", [], act.install),
    step("lint workflows", ["tools"], act.lint),
    step("version and generate", ["tools"], act.version),
    step("build and pack", ["version and generate"], act.pack),
    step("check tarballs", ["build and pack"], act.check),
    step("registry", ["tools"], act.serve),
    step("publish", ["build and pack", "registry"], act.publish),
    ...PROJECTS.flatMap((project) =>
      MANAGERS.map((manager) =>
        step(`${project.name}, ${manager}`, ["publish"], async () =>
          expectAwaiting(`examples/${project.name}`, await runProject(project, manager, act.surroundings(state))),
        ),
      ),
    ),
  ];
  return {
    steps,
    folders: state.folders,
    get figures() {
      return state.inspection?.figures ?? [];
    },
  };
}

/** A project that a bump has listed as not adapted to the new document may fail. */
function expectAwaiting(subject: string, outcome: StepOutcome): StepOutcome {
  if (outcome.ok || !Object.hasOwn(readAwaiting(ROOT), subject)) return outcome;
  return { ok: true, note: "not adapted to the new document yet" };
}
