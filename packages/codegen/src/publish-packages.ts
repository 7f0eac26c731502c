import { join } from "node:path";
import { type Finding, formatFinding } from "@svc/model";
import type { Config } from "./config/config.ts";
import { generate, type Layout } from "./generate.ts";
import { type LoadedSpec, loadSpec } from "./load-spec.ts";
import { refuseStaleDeclarations } from "./stale-declarations.ts";
import { publish } from "./write/publish.ts";
import type { Output } from "./write/replace-outputs.ts";

/** Packages that are generated from a `spec` folder. */
export interface PackagesRun {
  /** Folder of the packages and of `spec`. */
  readonly root: string;
  /** @default that of the checkout */
  readonly config?: Config;
  readonly layoutOf: (spec: LoadedSpec) => Layout;
  /** Told of the outputs before they are written. @default nobody is */
  readonly onOutputs?: (outputs: readonly Output[]) => void;
  /** Outputs besides. @default [] */
  readonly more?: readonly Output[];
  /** Writes nothing, and compares. */
  readonly check: boolean;
  /** Prints what the document's operations store, and why. @default false */
  readonly explain?: boolean;
  /** Told of what the author of the document should know. @default printed to standard error */
  readonly onWarning?: (warning: Finding) => void;
}

export function printWarning(warning: Finding): void {
  console.error(`warning: ${formatFinding(warning)}`);
}

/** Generates packages from their `spec` folder. Returns the exit code. */
export async function publishPackages(run: PackagesRun): Promise<number> {
  const { root, config, layoutOf, more = [], check, explain = false, onWarning = printWarning } = run;
  const spec = await loadSpec(join(root, "spec"), root, config);
  if (explain) console.log((await import("./explain.ts")).explainResources(spec.model));
  refuseStaleDeclarations(spec.model, spec);
  spec.unmatched.forEach(onWarning);
  const layout = layoutOf(spec);
  const outputs = generate(spec.model, layout);
  run.onOutputs?.(outputs);
  return publish([...outputs, ...more], { check, root, command: layout.command });
}
