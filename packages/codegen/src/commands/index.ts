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
      summary: "makes client and fake of any document, or the packages of a repository",
      load: async () => (await import("./generate.ts")).generateCommand(root, api),
    },
    {
      name: "init",
      summary: "makes a repository for one API of this folder",
      load: async () => (await import("./init.ts")).initCommand(root, api),
    },
    {
      name: "bump",
      summary: "takes a new version of the document, with a changeset",
      load: async () => (await import("./bump.ts")).bumpCommand(root, api),
    },
    {
      name: "diff",
      summary: "the difference of two documents, and the version that it asks for",
      load: async () => (await import("./diff.ts")).diff,
    },
    {
      name: "release version",
      summary: "turns the changesets into a version and changelogs",
      load: async () => {
        const { releasePath, versionCommand } = await import("./release.ts");
        return versionCommand(releasePath(root, api));
      },
    },
    {
      name: "release rehearse",
      summary: "a whole release but its publication",
      load: async () => (await import("./release.ts")).rehearseCommand(root, api),
    },
    {
      name: "release publish",
      summary: "publishes what is not published yet",
      load: async () => {
        const { publishCommand, releasePath } = await import("./release.ts");
        return publishCommand(releasePath(root, api));
      },
    },
    {
      name: "propose",
      summary: "opens pull requests of a bump and of a release; for the workflows",
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
