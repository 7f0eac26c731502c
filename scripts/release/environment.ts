import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

const CHROMIUMS = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/** The Chromium that `SVC_CHROMIUM` names, else the first on `PATH`. */
export function findChromium(env: Readonly<Record<string, string | undefined>>): string | undefined {
  const { SVC_CHROMIUM: named, PATH = "" } = env;
  if (named) return named;
  const candidates = PATH.split(delimiter).flatMap((folder) => CHROMIUMS.map((name) => join(folder, name)));
  return candidates.find(isExecutable);
}

/**
 * The environment of downstream projects: what the package manager that started this has put into its own goes, so that
 * theirs read the given configuration and no other.
 */
export function downstreamEnv(
  env: Readonly<Record<string, string | undefined>>,
  config: { readonly userconfig: string; readonly cache: string },
): Record<string, string | undefined> {
  const inherited = Object.keys(env).filter((name) => /^p?npm_/i.test(name));
  return {
    ...Object.fromEntries(inherited.map((name) => [name, undefined])),
    npm_config_userconfig: config.userconfig,
    npm_config_cache: config.cache,
    npm_config_update_notifier: "false",
  };
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
