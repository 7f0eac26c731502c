import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { parseArgs } from "node:util";
import { createBuilders, type Model } from "@svc/testing/runtime";

// Writes an answer made by builders for each operation of a model: `build-fixtures.ts --model FILE --out FILE`.
const { values } = parseArgs({ options: { model: { type: "string" }, out: { type: "string" } } });
const { model: file, out } = values;
if (file === undefined || out === undefined) throw new Error("--model FILE and --out FILE are needed.");

const model = JSON.parse(readFileSync(file, "utf8")) as Model;
const build = createBuilders<{ response: (id: string) => unknown }, object>(model) as unknown as {
  response(id: string): unknown;
};
const fixtures = model.operations.flatMap(({ id }) => {
  const answer = build.response(id);
  // One of a list shows what all look like.
  return answer === undefined
    ? []
    : [[id, JSON.stringify(Array.isArray(answer) ? answer.slice(0, 1) : answer, null, 2)]];
});
mkdirSync(dirname(out), { recursive: true });
writeFileSync(out, JSON.stringify(Object.fromEntries(fixtures)));
