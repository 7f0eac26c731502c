import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { defineCommand, UsageError } from "../../../scripts/toolkit/command.ts";
import { COMPILERS } from "../check-trees.ts";
import { count, openCorpus, sampleOf } from "./corpus.ts";
import { isRight, lineOf, problemsOf, summaryOf, totalsOf } from "./report.ts";
import { runDocuments } from "./run-documents.ts";

/** Small documents of our own, one for each defect that was found in somebody's. */
const OWN = resolve(import.meta.dirname, "../corpus");

export const documents = defineCommand({
  options: {
    corpus: {
      type: "string",
      value: "FILE.tar.xz|DIR",
      text: "archive or folder of documents; without it the regression corpus of this repository",
    },
    sample: { type: "string", value: "N", text: "N documents, spread over the corpus" },
    match: { type: "string", value: "TEXT", text: "only documents whose name contains TEXT" },
    "no-types": { type: "boolean", text: "without the type-check, which takes the most time" },
    judge: { type: "boolean", text: "and has Ajv and Hyperjump judge values of every schema, body and parameter" },
    jobs: { type: "string", value: "N", text: "processes at a time (as many as there are processors)" },
    timeout: { type: "string", value: "S", text: "seconds that a process may take (60)" },
    json: { type: "boolean", text: "results and totals as JSON" },
  },
  description: `Generates from each document of a corpus, type-checks what was generated with TypeScript 5.9 and 7, and calls every
operation by its method, with arguments of its builders, at its own fake. Exits 1 where anything falls short.`,
  async run({ values }) {
    using corpus = openCorpus(values.corpus ?? OWN);
    const matching = corpus.files.filter((file) => file.includes(values.match ?? ""));
    if (matching.length === 0) throw new UsageError("there is no such document.");
    const types = values["no-types"] !== true;
    const results = await runDocuments({
      files: sampleOf(matching, count("sample", values.sample, Number.POSITIVE_INFINITY)),
      jobs: count("jobs", values.jobs, availableParallelism()),
      types,
      judge: values.judge === true,
      timeoutMs: count("timeout", values.timeout, 60) * 1000,
      onResult: (result) => {
        if (!values.json) console.log(lineOf(result));
      },
    });
    if (values.json) console.log(JSON.stringify({ results, totals: totalsOf(results) }, null, 2));
    else {
      const problems = results.flatMap(problemsOf);
      console.log(["", ...problems, "", summaryOf(results, types ? COMPILERS : [])].join("\n"));
    }
    return results.every(isRight) ? 0 : 1;
  },
});
