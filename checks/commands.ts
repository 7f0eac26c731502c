import type { CommandEntry } from "../scripts/toolkit/command.ts";

/** Checks that take minutes, each a script of package.json. */
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
];
