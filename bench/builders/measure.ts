import { readFileSync } from "node:fs";
import { createModel, type Model, parseDocument, type Schema } from "@svc/model";
import { build } from "../../packages/testing/src/build.ts";
import { median } from "../report.ts";

const ROOT = new URL("../../", import.meta.url);
const ROUNDS = 15;

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

const rows = largestBuilders(3).map(([name, make]) => [`1,000 of \`build.${name}()\``, millisecondsPerThousand(make)]);
console.log(JSON.stringify(rows));
