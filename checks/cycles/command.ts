import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { createModel, DocumentError, readDocument } from "@svc/model";
import { inferResources } from "@svc/resources";
import { liveCycles } from "@svc/resources/test-support/cycle";
import { defineCommand } from "../../scripts/toolkit/command.ts";
import { CORPUS_OPTIONS, count, openCorpus } from "../documents/run/corpus.ts";

export const testCycles = defineCommand({
  options: {
    ...CORPUS_OPTIONS,
    runs: { type: "string", value: "N", text: "lives of each kind of item, each with other values (5)" },
  },
  description: `Lets an item of each resource of each document live its whole life at the fake's store, with made-up values: created,
listed, read, changed, removed, not found; each answer judged by Ajv. Prints a table, and exits 1 where a step fails.`,
  async run({ values }) {
    using corpus = openCorpus(values);
    const { files } = corpus;
    const runs = count("runs", values.runs, 5);
    console.log("| document | operations | resources | lives | without a fault | with reading and removal |");
    console.log("|---|---|---|---|---|---|");
    const lives = files.map((file) => {
      const found = livesOf(file, runs);
      console.log(rowOf(basename(file), found));
      return found;
    });
    console.log(rowOf(`${files.length} documents`, totalOf(lives)));
    for (const [index, { failures }] of lives.entries())
      for (const failure of failures) console.log(`${basename(files[index] ?? "")}: ${failure}`);
    return lives.length > 0 && lives.every(({ failures }) => failures.length === 0) ? 0 : 1;
  },
});

/** The lives of a document's items. */
interface Lives {
  readonly operations: number;
  readonly resources: number;
  readonly lives: number;
  readonly good: number;
  /** Good ones that were read and removed. */
  readonly whole: number;
  readonly failures: readonly string[];
}

const NONE: Lives = { operations: 0, resources: 0, lives: 0, good: 0, whole: 0, failures: [] };

function livesOf(file: string, runs: number): Lives {
  try {
    const model = createModel(readDocument(readFileSync(file, "utf8"), basename(file)).document);
    const all = Array.from({ length: runs }, (_, index) => liveCycles(model, index + 1));
    // Of the lives of a kind of item the first that failed.
    const cycles = (all[0] ?? []).map((first, index) => {
      const lived = all.map((cycles) => cycles[index] ?? first);
      return lived.find(({ failures }) => failures.length > 0) ?? first;
    });
    const good = cycles.filter(({ failures }) => failures.length === 0);
    return {
      operations: model.operations.length,
      resources: inferResources(model).length,
      lives: cycles.length,
      good: good.length,
      whole: good.filter(({ steps }) => steps.includes("get") && steps.includes("delete")).length,
      failures: cycles.flatMap(({ resource, failures }) => failures.map((failure) => `${resource}: ${failure}`)),
    };
  } catch (error) {
    if (error instanceof DocumentError) return NONE;
    throw error;
  }
}

function totalOf(all: readonly Lives[]): Lives {
  return all.reduce(
    (sum, one) => ({
      operations: sum.operations + one.operations,
      resources: sum.resources + one.resources,
      lives: sum.lives + one.lives,
      good: sum.good + one.good,
      whole: sum.whole + one.whole,
      failures: [],
    }),
    NONE,
  );
}

function rowOf(name: string, { operations, resources, lives, good, whole }: Lives): string {
  return `| ${[name, operations, resources, lives, good, whole].join(" | ")} |`;
}
