import type { StepResult } from "../shared/step.ts";
import { MANAGERS, PROJECTS } from "./project.ts";
import { findChromium } from "./surroundings.ts";
import { formatTable } from "./table.ts";

/** A row for each downstream project and package manager. */
export function projectTable(results: readonly StepResult[]): string {
  const rows = PROJECTS.flatMap((project) =>
    MANAGERS.flatMap((manager) => {
      const result = results.find(({ name }) => name === `${project.name}, ${manager}`);
      if (result === undefined) return [];
      const seconds = (result.durationMs / 1000).toFixed(1).padStart(7);
      return [[project.name, manager, ranIn(project.name, project.ran), seconds, result.note]];
    }),
  );
  return formatTable(["project", "by", "ran", "seconds", "seen by the fake"], rows);
}

function ranIn(name: string, ran: string): string {
  if (name !== "browser-vite") return ran;
  return findChromium(process.env) === undefined ? `${ran}; not called: no Chromium` : `${ran}, call in Chromium`;
}
