import { availableParallelism } from "node:os";
import { defineCommand } from "../../../scripts/toolkit/command.ts";
import { COMPILERS } from "../check-trees.ts";
import { CORPUS_OPTIONS, count, openCorpus } from "./corpus.ts";
import { isRight, lineOf, problemsOf, summaryOf, totalsOf } from "./report.ts";
import { runDocuments } from "./run-documents.ts";

export const documents = defineCommand({
  options: {
    ...CORPUS_OPTIONS,
    "no-types": { type: "boolean", text: "without the type-check, which takes the most time" },
    jobs: { type: "string", value: "N", text: "processes at a time (as many as there are processors)" },
    timeout: { type: "string", value: "S", text: "seconds that a process may take (60)" },
    json: { type: "boolean", text: "results and totals as JSON" },
  },
  description: `Generates from each document of a corpus, type-checks what was generated with TypeScript 5.9 and 7, and calls every
operation by its method, with arguments of its builders, at its own fake. Exits 1 where anything falls short.`,
  async run({ values }) {
    using corpus = openCorpus(values);
    const types = values["no-types"] !== true;
    const results = await runDocuments({
      files: corpus.files,
      jobs: count("jobs", values.jobs, availableParallelism()),
      types,
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
