import type { CommandEntry } from "./toolkit/command.ts";
import { ROOT } from "./toolkit/tools.ts";

/** Every command of `pnpm svc`, in the order of its help. */
export const COMMANDS: readonly CommandEntry[] = [
  {
    name: "start",
    script: "start",
    summary: "generates, checks and builds, then shows a client at work against the fake",
    load: async () => (await import("./start/command.ts")).start,
  },
  {
    name: "test",
    script: "test",
    summary: "runs everything that has to be green",
    load: async () => (await import("./test/command.ts")).test,
  },
  {
    name: "test documents",
    script: "test:documents",
    summary: "generates from a corpus of documents, and calls every operation",
    load: async () => (await import("../checks/documents/run/command.ts")).documents,
  },
  {
    name: "test clients",
    script: "test:clients",
    summary: "vendors' own clients at fakes of their documents, and at Prism; minutes",
    load: async () => (await import("../checks/clients/command.ts")).testClients,
  },
  {
    name: "test cycles",
    summary: "the life of an item of each resource of a corpus, from creation to 404",
    load: async () => (await import("../checks/cycles/command.ts")).testCycles,
  },
  {
    name: "test fuzz",
    script: "test:fuzz",
    summary: "hostile answers and connections for the client; a minute",
    load: async () => (await import("../checks/fuzz/command.ts")).testFuzz,
  },
  {
    name: "test mutation",
    script: "test:mutation",
    summary: "counts the changes of the fake that no test notices; half an hour",
    load: async () => (await import("../checks/mutation/command.ts")).testMutation,
  },
  {
    name: "test bumps",
    script: "test:bumps",
    summary: "bumps scratch clones to documents of all kinds and back, with all tests; an hour",
    load: async () => (await import("../checks/bump/bumps.ts")).testBumps,
  },
  {
    name: "test successions",
    script: "test:successions",
    summary: "compares successive versions of real services, with the compiler as judge",
    load: async () => (await import("../checks/successions/command.ts")).testSuccessions,
  },
  {
    name: "test judges",
    script: "test:judges",
    summary: "the suites of standards, and what each says of this project",
    load: async () => (await import("../checks/judges/command.ts")).testJudges,
  },
  {
    name: "test runtimes",
    script: "test:runtimes",
    summary: "the packed client in every runtime; minutes",
    load: async () => (await import("../checks/runtimes/command.ts")).testRuntimes,
  },
  {
    name: "generate",
    script: "generate",
    summary: "generates the packages, or client and fake of any document",
    load: async () => (await import("./generate/command.ts")).generate,
  },
  {
    name: "diff",
    script: "spec:diff",
    summary: "compares two documents, and says which version that asks for",
    load: async () => (await import("@svc/codegen/diff-command")).diff,
  },
  {
    name: "codemod",
    summary: "rewrites users' code for what a new version of the document renames",
    load: async () =>
      (await import("@svc/codegen/codemod-command")).codemodCommand(
        (await import("./toolkit/package-entries.ts")).packageEntries(ROOT),
      ),
  },
  {
    name: "docs rules",
    summary: "writes docs/diff-rules.md",
    load: async () => (await import("./diff/write-rules.ts")).writeRules,
  },
  {
    name: "bump",
    script: "spec:bump",
    summary: "takes a new version of the document, all or nothing",
    load: async () => (await import("./bump/command.ts")).bump,
  },
  {
    name: "what-if",
    script: "spec:what-if",
    summary: "says what a new version of the document would change; writes nothing",
    load: async () => (await import("./bump/what-if.ts")).whatIf,
  },
  {
    name: "propose bump",
    summary: "takes the document from SVC_DOCUMENT_URL, and writes down what changes; for the workflow",
    load: async () => (await import("./bump/pull-request.ts")).proposeBump,
  },
  {
    name: "propose changes",
    summary: "opens a pull request with what `propose bump` has written; for the workflow",
    load: async () => (await import("./bump/pull-request.ts")).proposeChangesCommand(ROOT),
  },
  {
    name: "prove bump",
    summary: "bumps a scratch clone from the first command to the last; minutes",
    load: async () => (await import("../checks/bump/prove.ts")).proveBump,
  },
  {
    name: "prove kills",
    summary: "kills bumps of a scratch clone at every step; minutes",
    load: async () => (await import("../checks/bump/prove-kills.ts")).proveKills,
  },
  {
    name: "bench",
    script: "bench",
    summary: "measures against peers in the same run",
    load: async () => (await import("../bench/command.ts")).bench,
  },
  {
    name: "bench paced-run",
    summary: "records the same run with this client and with a peer, and draws it for README and home page",
    load: async () => (await import("../bench/paced-run/command.ts")).pacedRun,
  },
  {
    name: "docs agents",
    summary: "writes AGENTS.md",
    load: async () => (await import("./docs/agents.ts")).writeAgents,
  },
  {
    name: "docs build",
    script: "docs:build",
    summary: "builds the documentation site into docs/dist",
    load: async () => (await import("./docs/build.ts")).buildDocs,
  },
  {
    name: "docs check",
    summary: "builds the site, follows its links, runs its code and opens it in a browser",
    load: async () => (await import("../checks/docs/command.ts")).checkDocs,
  },
  {
    name: "pack",
    summary: "packs the packages, to try them where nothing is published",
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
    summary: "a whole release on loopback; minutes",
    load: async () => (await import("./release/rehearse.ts")).rehearseRelease,
  },
  {
    name: "release version",
    summary: "turns the changesets into a version and changelogs",
    load: async () => (await import("./release/version.ts")).versionRelease,
  },
  {
    name: "propose release",
    summary: "keeps the pull request of the next release open; for the workflow",
    load: async () => (await import("./release/pull-request.ts")).proposeRelease,
  },
  {
    name: "release publish",
    summary: "publishes what is not published yet; for the workflow",
    load: async () => (await import("./release/publish.ts")).publishRelease,
  },
];
