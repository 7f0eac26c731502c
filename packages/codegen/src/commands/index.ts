import type { CommandEntry } from "../cli/command.ts";

/**
 * The commands of `svc-codegen` that have names; without one it generates.
 *
 * @param root folder in which they run
 * @param api address of the module that `@svc/codegen` is in a configuration
 */
export function commandsOf(root: string, api: URL): readonly CommandEntry[] {
  return [
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
  ];
}
