import type { DocumentResult } from "./run-documents.ts";

/** Totals over all documents. */
export interface Totals {
  readonly documents: number;
  readonly generated: number;
  readonly repaired: number;
  readonly repairs: number;
  /** Generated documents that type-check with every compiler. */
  readonly typed: number;
  readonly operations: number;
  readonly called: number;
  /** Generated, type-checked, and every operation called. */
  readonly right: number;
  /** Largest values of one document. */
  readonly most: {
    readonly generateSeconds: number;
    readonly generateProcessorSeconds: number;
    readonly generateMb: number;
    readonly startMs: number;
    readonly startMb: number;
  };
}

/** A document of which everything holds. */
export function isRight({ generated, typeErrors, operations, called, problems }: DocumentResult): boolean {
  return generated && Object.keys(typeErrors).length === 0 && called === operations && problems.length === 0;
}

export function totalsOf(results: readonly DocumentResult[]): Totals {
  const generated = results.filter((result) => result.generated);
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
  const most = (of: (result: DocumentResult) => number | undefined) =>
    Math.max(0, ...results.map((one) => of(one) ?? 0));
  return {
    documents: results.length,
    generated: generated.length,
    repaired: results.filter(({ repairs }) => repairs > 0).length,
    repairs: sum(results.map(({ repairs }) => repairs)),
    typed: generated.filter(({ typeErrors }) => Object.keys(typeErrors).length === 0).length,
    operations: sum(results.map(({ operations }) => operations)),
    called: sum(results.map(({ called }) => called)),
    right: results.filter(isRight).length,
    most: {
      generateSeconds: most(({ seconds }) => seconds[0]),
      generateProcessorSeconds: most(({ processorSeconds }) => processorSeconds[0]),
      generateMb: most(({ mb }) => mb[0]),
      startMs: most(({ startMs }) => startMs),
      startMb: most(({ startMb }) => startMb),
    },
  };
}

/** One line of the table. */
export function lineOf(result: DocumentResult): string {
  const { name, generated, refusal, repairs, operations, called, seconds, mb, startMs, startMb } = result;
  const processor = result.processorSeconds.map((one) => one?.toFixed(1) ?? "?").join(" + ");
  if (!generated) return `${name}: refused: ${refusal}`;
  const cells = [
    repairs > 0 ? `${repairs} repairs` : "",
    `${called} of ${operations} called`,
    `${seconds.map((one) => one.toFixed(1)).join(" + ")} s (processor ${processor})`,
    `${mb.map((one) => one ?? "?").join(" / ")} MB`,
    `fake ${startMs.toFixed(0)} ms ${startMb.toFixed(0)} MB`,
  ];
  return `${name}: ${cells.filter((cell) => cell !== "").join(", ")}`;
}

/** Problems of a document, a line each. */
export function problemsOf({ name, refusal, typeErrors, problems }: DocumentResult): string[] {
  const types = Object.entries(typeErrors).map(([compiler, error]) => `${compiler}: ${error}`);
  return [...(refusal === undefined ? [] : [`refused: ${refusal}`]), ...types, ...problems].map(
    (problem) => `${name}: ${problem}`,
  );
}

export function summaryOf(results: readonly DocumentResult[], compilers: readonly string[]): string {
  const totals = totalsOf(results);
  const { documents, generated, repaired, repairs, typed, operations, called, right, most } = totals;
  const share = (part: number, whole: number) =>
    `${part} of ${whole} (${((100 * part) / Math.max(whole, 1)).toFixed(2)} %)`;
  return [
    `generated: ${share(generated, documents)}, ${repaired} of them with ${repairs} repairs`,
    compilers.length === 0 ? "type-check: not run" : `type-check (${compilers.join(", ")}): ${share(typed, generated)}`,
    `operations called: ${share(called, operations)}`,
    `wholly right: ${share(right, documents)}`,
    `most for one document: ${most.generateSeconds.toFixed(1)} s (${most.generateProcessorSeconds.toFixed(1)} s of processor time) and ${most.generateMb} MB to generate, ${most.startMs.toFixed(0)} ms and ${most.startMb.toFixed(0)} MB to start its fake`,
  ].join("\n");
}
