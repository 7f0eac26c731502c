import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { UsageError } from "@svc/codegen";
import { runCommandLine } from "../../../bump/run-command-line.ts";
import { COMPILERS } from "../check-trees.ts";
import { openCorpus, sampleOf } from "./corpus.ts";
import { isRight, lineOf, problemsOf, summaryOf, totalsOf } from "./report.ts";
import { runDocuments } from "./run-documents.ts";

/** Small documents of our own, one for each defect that was found in somebody's. */
const OWN = resolve(import.meta.dirname, "../corpus");

const USAGE = `pnpm test:documents [--corpus FILE.tar.xz | DIR] [--sample N] [--match TEXT] [--no-types] [--jobs N] [--json]

Generates from each document of a corpus, type-checks what was generated with TypeScript 5.9 and 7, and calls every
operation by its method, with arguments of its builders, at its own fake. Exits 1 where anything falls short.

  --corpus    folder or archive of documents; without it the regression corpus of this repository
  --sample N  N documents, spread over the corpus
  --match     only documents whose name contains TEXT
  --no-types  without the type-check, which takes the most time
  --jobs N    processes at a time (as many as there are processors)
  --json      results and totals as JSON`;

async function main(argv: readonly string[]): Promise<number> {
  const options = parseArguments(argv);
  if (options.help) {
    console.log(USAGE);
    return 0;
  }
  using corpus = openCorpus(options.corpus ?? OWN);
  const matching = corpus.files.filter((file) => file.includes(options.match ?? ""));
  if (matching.length === 0) throw new UsageError("there is no such document.");
  const files = sampleOf(matching, options.sample);
  const results = await runDocuments({
    files,
    jobs: options.jobs,
    types: options.types,
    onResult: (result) => {
      if (!options.json) console.log(lineOf(result));
    },
  });
  if (options.json) console.log(JSON.stringify({ results, totals: totalsOf(results) }, null, 2));
  else {
    const problems = results.flatMap(problemsOf);
    console.log(["", ...problems, "", summaryOf(results, options.types ? COMPILERS : [])].join("\n"));
  }
  return results.every(isRight) ? 0 : 1;
}

function parseArguments(argv: readonly string[]) {
  const { values } = parseArgs({
    args: argv.filter((argument) => argument !== "--"),
    options: {
      corpus: { type: "string" },
      sample: { type: "string" },
      match: { type: "string" },
      "no-types": { type: "boolean" },
      jobs: { type: "string" },
      json: { type: "boolean" },
      help: { type: "boolean", short: "h" },
    },
  });
  return {
    corpus: values.corpus,
    match: values.match,
    sample: count("sample", values.sample, Number.POSITIVE_INFINITY),
    jobs: count("jobs", values.jobs, availableParallelism()),
    types: values["no-types"] !== true,
    json: values.json === true,
    help: values.help === true,
  };
}

function count(name: string, text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise;
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1) throw new UsageError(`--${name} takes a number from 1 on, not ${text}.`);
  return number;
}

await runCommandLine({ main, usage: USAGE, write: (text) => process.stderr.write(text) });
