import type { CommandEntry } from "../cli/command.ts";

/**
 * The commands of `svc-codegen`; without a name it generates.
 *
 * @param root folder in which they run
 * @param api address of the module that `@svc/codegen` is in a configuration
 */
export function commandsOf(root: string, api: URL): readonly CommandEntry[] {
  return [
    {
      name: "",
      summary: "generates client and fake from any document, or the packages of a repository",
      load: async () => (await import("./generate.ts")).generateCommand(root, api),
    },
    {
      name: "init",
      summary: "creates a repository for one API in this folder",
      load: async () => (await import("./init.ts")).initCommand(root, api),
    },
    {
      name: "bump",
      summary: "takes a new version of the document, with a changeset",
      load: async () => (await import("./bump.ts")).bumpCommand(root, api),
    },
    {
      name: "diff",
      summary: "compares two documents, and reports the version that the change requires",
      load: async () => (await import("./diff.ts")).diff,
    },
    {
      name: "release version",
      summary: "turns pending changesets into a version and changelogs",
      load: async () => {
        const { releasePath, versionCommand } = await import("./release.ts");
        return versionCommand(releasePath(root, api));
      },
    },
    {
      name: "release rehearse",
      summary: "runs a whole release except publishing",
      load: async () => (await import("./release.ts")).rehearseCommand(root, api),
    },
    {
      name: "release publish",
      summary: "publishes packages that are not published yet",
      load: async () => {
        const { publishCommand, releasePath } = await import("./release.ts");
        return publishCommand(releasePath(root, api));
      },
    },
    {
      name: "propose",
      summary: "opens pull requests of a bump and of a release; for workflows",
      load: async () => {
        const [{ proposeCommand }, { releasePath }] = await Promise.all([
          import("./propose.ts"),
          import("./release.ts"),
        ]);
        // Most documents change without another version: people see it in the pull request.
        const bump = (file: string) => [process.execPath, process.argv[1] ?? "", "bump", file, "--allow-same-version"];
        return proposeCommand({ path: releasePath(root, api), bump });
      },
    },
  ];
}
