import { readFileSync } from "node:fs";
import { createModel, type Model, parseDocument, type Schema } from "@svc/model";
import { FOREIGN_DOCUMENTS } from "@svc/model/test-support/documents";
import { build } from "../../packages/testing/src/build.ts";
import { median } from "../report.ts";
import { reachedCorners } from "./corners.ts";
import { validity } from "./validity.ts";

const ROOT = new URL("../../", import.meta.url);
const ROUNDS = 15;

/** The document of this project, and larger ones. */
const DOCUMENTS: readonly (readonly [name: string, load: () => Model])[] = [
  ["this project's document", own],
  ...FOREIGN_DOCUMENTS.filter(({ name }) => name !== "github").map(
    ({ file, read }) => [file, () => createModel(parseDocument(read(), file).document)] as const,
  ),
];

function own(): Model {
  const text = readFileSync(new URL("spec/openapi.yaml", ROOT), "utf8");
  return createModel(parseDocument(text, "openapi.yaml").document);
}

function millisecondsPerThousand(make: () => unknown): string {
  for (let index = 0; index < 2000; index++) make();
  const times = Array.from({ length: ROUNDS }, () => {
    const begin = performance.now();
    for (let index = 0; index < 1000; index++) make();
    return performance.now() - begin;
  });
  return `${median(times).toFixed(1)} ms`;
}

/** Builders of the document's objects with most properties. */
function largestBuilders(count: number): [name: string, make: () => unknown][] {
  const width = ({ schema }: { readonly schema: Schema }): number => Object.keys(schema.properties ?? {}).length;
  const largest = Object.values(own().schemas).sort((a, b) => width(b) - width(a));
  const builders = build as unknown as { readonly [name: string]: () => unknown };
  return largest.slice(0, count).map(({ builderName }) => [builderName, () => builders[builderName]?.()]);
}

const rows: (readonly [what: string, figure: string])[] = [
  ...largestBuilders(3).map(([name, make]) => [`1,000 of \`build.${name}()\``, millisecondsPerThousand(make)] as const),
];
for (const [name, load] of DOCUMENTS) {
  const model = load();
  const { values, invalid } = validity(model);
  for (const problem of invalid.slice(0, 3)) console.error(`${name}: ${problem}`);
  const share = (((values - invalid.length) / values) * 100).toFixed(invalid.length === 0 ? 0 : 3);
  rows.push([`valid, ${name}`, `${share} % of ${values.toLocaleString("en")} values`]);
}
const { kinds, missed } = reachedCorners(own(), 10_000);
for (const [kind, { reached, all, leastOften }] of kinds)
  rows.push([`corner: ${kind}`, `${reached} of ${all} places; the rarest ${leastOften} times`]);
for (const corner of missed) console.error(`not reached: ${corner}`);
console.log(JSON.stringify(rows));
