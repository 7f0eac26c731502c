import type { CommandEntry } from "../scripts/toolkit/command.ts";

/** Checks that take minutes: scripts of package.json, and steps of `pnpm test`. */
export const CHECKS: readonly CommandEntry[] = [
  {
    name: "budget",
    script: "test:budget",
    summary: "what is loaded, called and compiled, against its budget",
    load: async () => (await import("./budget/command.ts")).budget,
  },
  {
    name: "documents",
    script: "test:documents",
    summary: "generates from a corpus of documents, and calls every operation",
    load: async () => (await import("./documents/command.ts")).documents,
  },
  {
    name: "clients",
    script: "test:clients",
    summary: "vendors' own clients at fakes of their documents; minutes",
    load: async () => (await import("./clients/command.ts")).testClients,
  },
  {
    name: "fuzz",
    script: "test:fuzz",
    summary: "hostile answers and connections for the client; a minute",
    load: async () => (await import("./fuzz/command.ts")).testFuzz,
  },
  {
    name: "judges",
    script: "test:judges",
    summary: "the suites of standards, and what each says of this project",
    load: async () => (await import("./judges/command.ts")).testJudges,
  },
  {
    name: "runtimes",
    script: "test:runtimes",
    summary: "the packed client in every runtime; minutes",
    load: async () => (await import("./runtimes/command.ts")).testRuntimes,
  },
  {
    name: "packed",
    summary: "the packed packages, as those who install them see them",
    load: async () => (await import("./packed/command.ts")).checkPacked,
  },
  {
    name: "examples",
    summary: "the projects in examples/, with the packed packages",
    load: async () => (await import("./examples/command.ts")).checkExamples,
  },
  {
    name: "pages",
    summary: "code, commands and links of READMEs and guides",
    load: async () => (await import("./readme/pages-command.ts")).checkAllPages,
  },
  {
    name: "site",
    summary: "builds the documentation site, and uses it in a browser",
    load: async () => (await import("./docs/command.ts")).checkDocs,
  },
];
