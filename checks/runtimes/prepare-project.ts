import { cp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { packPackages } from "../../scripts/release/packed/pack-packages.ts";
import { unpackTarballs } from "../../scripts/release/packed/unpack-tarballs.ts";

/** Makes a project that has the packed packages installed, with the suite and the type tests inside. */
export async function prepareProject(directory: string): Promise<string> {
  const project = join(directory, "project");
  await unpackTarballs(await packPackages(directory), project);
  for (const folder of ["suite", "types"])
    await cp(join(import.meta.dirname, folder), join(project, folder), { recursive: true });
  await writeFile(join(project, "package.json"), '{ "private": true, "type": "module" }\n');
  return project;
}
