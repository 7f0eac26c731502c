import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { Repository } from "../bump/repository.ts";
import { applyConfig } from "../config/apply-config.ts";
import type { Config } from "../config/config.ts";
import { CONFIG_FILE, loadConfig } from "../config/load-config.ts";
import { type SdkName, sdkName } from "../emit/sdk-name.ts";
import { UsageError } from "../usage-error.ts";

/** A repository that `svc-codegen init` has made, for one API. */
export interface ApiRepository extends Repository {
  readonly config: Config;
  readonly sdk: SdkName;
  /** Scope of the packages, with its `@`. */
  readonly scope: string;
}

/** Packages of a repository, in the order in which they need each other. */
export const PACKAGES = ["types", "client", "testing"] as const;

/**
 * Reads a repository.
 *
 * @param root its folder
 * @param api address of the module that `@svc/codegen` is in the configuration
 * @throws UsageError where it is none, or its configuration does not fit
 */
export async function loadRepository(root: string, api: URL): Promise<ApiRepository> {
  const loaded = await loadConfig(root, undefined, api);
  if (loaded?.config.scope === undefined) {
    throw new UsageError(`${basename(root)}: has no ${CONFIG_FILE} with a scope; svc-codegen init makes a repository.`);
  }
  return repositoryOf(root, { ...loaded.config, scope: loaded.config.scope });
}

/** Scope of what generated packages import: packages of the same names would hide it. */
const RUNTIME_SCOPE = "@svc";

/** A repository by its configuration. @throws UsageError for options that only a tree has */
export function repositoryOf(root: string, config: Config & { readonly scope: string }): ApiRepository {
  for (const option of ["spec", "out", "overlays", "parts"] as const) {
    if (config[option] !== undefined)
      throw new UsageError(`${CONFIG_FILE}: ${option}: cannot be combined with scope.`);
  }
  const { scope } = config;
  if (scope === RUNTIME_SCOPE) throw new UsageError(`scope ${scope}: is the scope of the runtimes; choose another.`);
  const sdk = sdkName(config.name ?? scope.slice(1));
  return {
    root,
    config,
    sdk,
    scope,
    packages: PACKAGES.map((name) => `${scope}/${name}`),
    version: versionOf(root),
    strict: config.strict ?? false,
    configure: (document) => applyConfig(document, config),
  };
}

/** The version that the packages share: that of the client. */
function versionOf(root: string): string {
  const file = join(root, "packages/client/package.json");
  if (!existsSync(file)) return "0.0.0";
  const { version } = JSON.parse(readFileSync(file, "utf8")) as { version?: unknown };
  if (typeof version !== "string") throw new UsageError("packages/client/package.json: has no version.");
  return version;
}
