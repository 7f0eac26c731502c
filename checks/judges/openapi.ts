import { emitTree } from "@svc/codegen/workspace";
import { DocumentError, formatRepair, type Repair } from "@svc/model";
import { checkTrees } from "../documents/check-trees.ts";
import { createTrees } from "../documents/generated-trees.ts";
import type { Judge, Verdict } from "./judge.ts";
import { readSuite } from "./suite.ts";

const suite = readSuite("openapi");
type Tree = ReturnType<typeof emitTree>;

/** A document that is valid is generated, and nothing in it is mended. */
function generate(path: string): { readonly verdict: Verdict; readonly tree?: Tree } {
  const repairs: Repair[] = [];
  try {
    const tree = emitTree(String(suite.get(path)), path, {
      readFile: () => undefined,
      onRepair: (repair) => repairs.push(repair),
    });
    const verdict = { name: path, isRight: repairs.length === 0, got: repairs.map(formatRepair).join("; ") };
    return { verdict, tree };
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    return { verdict: { name: path, isRight: false, got: error.message } };
  }
}

/** A document that is invalid is refused with the place, or mended and that is told. */
function refuse(path: string): Verdict {
  const { verdict, tree } = generate(path);
  const isTold = tree === undefined ? verdict.got?.includes("#") === true : !verdict.isRight;
  return { name: path, isRight: isTold, got: "read as if it were valid" };
}

async function judgeDocuments(isWhole: boolean): Promise<Verdict[]> {
  const paths = [...suite.keys()];
  const valid = paths.filter((path) => !path.startsWith("fail/")).map((path) => [path, generate(path)] as const);
  const verdicts = [
    ...valid.map(([, { verdict }]) => verdict),
    ...paths.filter((path) => path.startsWith("fail/")).map(refuse),
  ];
  if (!isWhole) return verdicts;
  using trees = createTrees();
  const written = valid.flatMap(([path, { tree }]) =>
    tree === undefined ? [] : [trees.write(path.replaceAll(/[/.]/g, "-"), tree)],
  );
  const errors = await checkTrees(trees.root, written, "typescript-7");
  return [
    ...verdicts,
    { name: `types of ${written.length} trees`, isRight: errors.length === 0, got: errors.slice(0, 5).join("\n") },
  ];
}

export const openapi: Judge = {
  suite: "OpenAPI's `pass` and `fail` documents, and its examples",
  version: "3.0, 3.1, 3.2",
  judged: "reading of documents; types of what is generated",
  wanted: [
    [/^learn\/3\.1\/schema-types/, "`nullable`, which OpenAPI 3.1 does not have, is repaired and told"],
    [
      /^fail\/(?:header-object-allowReserved|info-license-no-name)/,
      "nothing is made of these fields: a mistake in them changes nothing",
    ],
  ],
  judge: judgeDocuments,
};
