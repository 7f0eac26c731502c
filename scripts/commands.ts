import type { CommandEntry } from "./toolkit/command.ts";
import { ROOT, svc } from "./toolkit/tools.ts";

// The release of this checkout goes the path of the repositories that `svc-codegen init` makes.
const RELEASE = () => import("@svc/codegen/release");
const OWN = () => import("./release/own-release.ts");

/** Commands of the tooling. */
export const SCRIPTS: readonly CommandEntry[] = [
  {
    name: "start",
    script: "start",
    summary: "generates, checks and builds, then runs a client against the fake",
    load: async () => (await import("./start/command.ts")).start,
  },
  {
    name: "test",
    script: "test",
    summary: "checks generated files, format, types and tests; must pass",
    load: async () => (await import("./test/command.ts")).test,
  },
  {
    name: "generate",
    script: "generate",
    summary: "generates the packages, or client and fake from any document",
    load: async () => (await import("./generate/command.ts")).generate,
  },
  {
    name: "diff",
    script: "spec:diff",
    summary: "compares two documents, and reports the version that the change requires",
    load: async () => (await import("@svc/codegen/diff-command")).diff,
  },
  {
    name: "bump",
    script: "spec:bump",
    summary: "takes a new version of the document, all or nothing",
    load: async () => (await import("./bump/command.ts")).bump,
  },
  {
    name: "propose",
    summary: "opens pull requests of a bump and of a release; for workflows",
    load: async () => {
      const [{ proposeCommand }, { OWN_RELEASE }] = await Promise.all([RELEASE(), OWN()]);
      // Most documents change without another version: people see it in the pull request.
      const bump = (file: string) => svc(ROOT, "bump", file, "--allow-same-version");
      return proposeCommand({ path: OWN_RELEASE, bump });
    },
  },
  {
    name: "docs build",
    script: "docs:build",
    summary: "builds the documentation site into docs/dist",
    load: async () => (await import("./docs/build.ts")).buildDocs,
  },
  {
    name: "pack",
    summary: "packs the packages, and prints the commands that install them",
    load: async () => (await import("./release/pack.ts")).pack,
  },
  {
    name: "release check",
    summary: "packs every package and checks the tarballs",
    load: async () => (await import("./release/check.ts")).checkRelease,
  },
  {
    name: "release rehearse",
    script: "release:rehearse",
    summary: "runs a whole release except publishing; minutes",
    load: async () => (await import("./release/rehearse.ts")).rehearseRelease,
  },
  {
    name: "release version",
    summary: "turns pending changesets into a version and changelogs",
    load: async () => (await RELEASE()).versionCommand((await OWN()).OWN_RELEASE),
  },
  {
    name: "release publish",
    summary: "publishes packages that are not published yet; for workflows",
    load: async () => (await RELEASE()).publishCommand((await OWN()).OWN_RELEASE),
  },
];
