import { dirname, join } from "node:path";

/** Something that a user waits for. */
export interface Subject {
  readonly name: string;
  /** What it is repeated for, in the name of a figure: `a response`. */
  readonly each?: string;
  /** How often that is. */
  readonly times?: number;
  /** Loads it. Returns what is repeated, if anything is. */
  start(): Promise<(() => unknown) | undefined>;
}

const ROOT = join(import.meta.dirname, "../..");
const load = (path: string) => import(join(ROOT, path));

/** The packages as they are generated from a document that stays as it is: a bump changes no figure. */
const TREES = {
  client: "packages/client/test/generated/client/index.ts",
  fake: "packages/testing/test/generated/testing/index.ts",
};

const RESPONSES = 100;

export const SUBJECTS: readonly Subject[] = [
  {
    name: "client",
    async start() {
      await load(TREES.client);
      return undefined;
    },
  },
  {
    name: "fake",
    each: "a response",
    times: RESPONSES,
    async start() {
      const { createFakeSvc } = await load(TREES.fake);
      const { fetch } = createFakeSvc({ rateLimit: false });
      const respond = () => fetch("https://svc.invalid/health", { headers: { authorization: "Bearer a" } });
      await respond();
      return async () => {
        for (let count = 0; count < RESPONSES; count++) await respond();
      };
    },
  },
  {
    name: "generator",
    each: "an operation",
    times: 207,
    async start() {
      // Beside the file for the figures there is no configuration, and nothing stays there.
      process.chdir(dirname(process.argv[3] ?? ""));
      process.argv.splice(2, 2, "--spec", join(ROOT, "engines/model/fixtures/documents/agents.json"), "--out", "tree");
      await load("packages/codegen/src/bin.ts");
      return async () => {
        const { emitTree } = await load("packages/codegen/src/workspace.ts");
        const { readForeignDocument } = await load("engines/model/test/support/documents.ts");
        emitTree(readForeignDocument("clerk"), "clerk.yaml");
      };
    },
  },
];
