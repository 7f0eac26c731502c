import { defineCommand } from "../../../scripts/toolkit/command.ts";
import { COMPILERS } from "../check-trees.ts";
import { CORPUS_OPTIONS, openCorpus } from "./corpus.ts";
import { type DocumentResult, runDocuments } from "./run-documents.ts";

export const documents = defineCommand({
  options: {
    ...CORPUS_OPTIONS,
    "no-types": { type: "boolean", text: "without the type-check, which takes the most time" },
  },
  description: `Generates from each document of a corpus, type-checks what was generated with TypeScript 5.9 and 7, and calls every
operation by its method, with arguments of its builders, at its own fake. Exits 1 where anything falls short.`,
  async run({ values }) {
    using corpus = openCorpus(values);
    const types = values["no-types"] !== true;
    const results = await runDocuments({
      files: corpus.files,
      types,
      onResult: (result) => console.log(lineOf(result)),
    });
    console.log(["", ...results.flatMap(problemsOf), "", summaryOf(results, types)].join("\n"));
    return results.every(isRight) ? 0 : 1;
  },
});

/** Generated, type-checked, and every operation called. */
function isRight({ refusal, typeErrors, operations, called, problems }: DocumentResult): boolean {
  return refusal === undefined && typeErrors.length === 0 && called === operations && problems.length === 0;
}

function lineOf({ name, refusal, repairs, operations, called, seconds }: DocumentResult): string {
  if (refusal !== undefined) return `${name}: refused: ${refusal}`;
  return `${name}: ${repairs} repairs, ${called} of ${operations} called, ${seconds.toFixed(1)} s to generate`;
}

function problemsOf({ name, refusal, typeErrors, problems }: DocumentResult): string[] {
  const refused = refusal === undefined ? [] : [`refused: ${refusal}`];
  return [...refused, ...typeErrors, ...problems].map((problem) => `${name}: ${problem}`);
}

function summaryOf(results: readonly DocumentResult[], types: boolean): string {
  const generated = results.filter(({ refusal }) => refusal === undefined);
  const sum = (of: (result: DocumentResult) => number) => results.reduce((total, one) => total + of(one), 0);
  const share = (part: number, whole: number) =>
    `${part} of ${whole} (${((100 * part) / Math.max(whole, 1)).toFixed(2)} %)`;
  const typed = generated.filter(({ typeErrors }) => typeErrors.length === 0).length;
  return [
    `generated: ${share(generated.length, results.length)}, with ${sum(({ repairs }) => repairs)} repairs`,
    types ? `type-check (${COMPILERS.join(", ")}): ${share(typed, generated.length)}` : "type-check: not run",
    `operations called: ${share(
      sum(({ called }) => called),
      sum(({ operations }) => operations),
    )}`,
    `wholly right: ${share(results.filter(isRight).length, results.length)}`,
  ].join("\n");
}
