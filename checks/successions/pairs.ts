import { basename } from "node:path";
import { compareVersions } from "@svc/codegen/bump";

/** Two documents of one service, of which the second came after the first. */
export interface Succession {
  /** `CheckoutService v67 → v68`. */
  readonly name: string;
  /** Paths of the documents. */
  readonly old: string;
  readonly now: string;
}

/** A file whose name tells a service and its version: `adyen_openapi_json_CheckoutService_v67.json`, `..._preview.json`. */
const VERSIONED = /^(?<service>.+?)_(?<version>v\d+(?:\.\d+)*|preview)\.(?:json|ya?ml)$/;

/**
 * Successive versions of each service among the files: by number, and a preview after what it previews. A version that is there as
 * JSON and as YAML counts once.
 */
export function findSuccessions(files: readonly string[]): Succession[] {
  const services = new Map<string, Map<string, string>>();
  for (const file of files) {
    const { service, version } = partsOf(basename(file), files);
    const versions = services.get(service) ?? new Map<string, string>();
    if (!versions.has(version)) versions.set(version, file);
    services.set(service, versions);
  }
  return [...services].flatMap(([service, versions]) => {
    const inOrder = [...versions].sort(([a], [b]) => order(a, b));
    return inOrder.slice(1).flatMap(([version, now], index) => {
      const [before, old] = inOrder[index] ?? [];
      return before === undefined || old === undefined ? [] : [{ name: `${service} ${before} → ${version}`, old, now }];
    });
  });
}

function partsOf(file: string, all: readonly string[]): { readonly service: string; readonly version: string } {
  const match = VERSIONED.exec(file)?.groups;
  const stem = file.replace(/\.(?:json|ya?ml)$/, "");
  if (match === undefined) return { service: shortName(stem), version: "stable" };
  const service = shortName(match["service"] ?? "");
  const isPreview = match["version"] === "preview";
  // A preview without what it previews is a service of its own.
  const hasStable = all.some((other) => shortName(basename(other).replace(/\.(?:json|ya?ml)$/, "")) === service);
  if (isPreview && !hasStable) return { service: shortName(stem), version: "stable" };
  return { service, version: match["version"] ?? "" };
}

/** Without the format, which the archive's names tell before the service's. */
function shortName(stem: string): string {
  return stem.replace(/_(?:json|yaml)_/, "_");
}

function order(a: string, b: string): number {
  if (a === "stable" || b === "stable") return a === b ? 0 : a === "stable" ? -1 : 1;
  return compareVersions(a, b);
}
