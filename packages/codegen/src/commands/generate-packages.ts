import { finishInterrupted } from "../bump/apply-stage.ts";
import type { LoadedConfig } from "../config/load-config.ts";
import { generateRepository } from "../repository/generate-repository.ts";
import { repositoryOf } from "../repository/load-repository.ts";
import { UsageError } from "../usage-error.ts";

/**
 * Generates the packages of the repository whose configuration was found. Returns the exit code.
 *
 * @param given options: of these only `check` has a meaning for packages
 */
export async function generatePackages(
  { config, folder }: LoadedConfig,
  given: { readonly check?: boolean | undefined; readonly [option: string]: unknown },
): Promise<number> {
  const { check = false, ...others } = given;
  const [other] = Object.keys(others);
  if (other !== undefined) throw new UsageError(`--${other}: cannot be combined with scope in svc.config.ts.`);
  const finished = await finishInterrupted(folder, { isDry: check });
  if (finished !== undefined) console.error(finished);
  const repository = repositoryOf(folder, { ...config, scope: config.scope ?? "" });
  return generateRepository(repository, { check });
}
