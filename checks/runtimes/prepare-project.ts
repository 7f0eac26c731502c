import { cp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { packPackages } from "../../scripts/release/packed/pack-packages.ts";
import { unpackTarballs } from "../../scripts/release/packed/unpack-tarballs.ts";
import { packPostOffice } from "../packed/pack-post-office.ts";

/**
 * Makes a project with the suite and the type tests, which have the packed packages of a document of their own installed, and in
 * the folder `committed` those of the committed document, which are only imported.
 */
export async function prepareProject(directory: string): Promise<string> {
  const project = join(directory, "project");
  await unpackTarballs(await packPostOffice(join(directory, "post-office")), project);
  await unpackTarballs(await packPackages(join(directory, "committed")), join(project, "committed"));
  for (const folder of ["suite", "types", "committed"])
    await cp(join(import.meta.dirname, folder), join(project, folder), { recursive: true });
  await writeFile(join(project, "package.json"), '{ "private": true, "type": "module" }\n');
  return project;
}
