import { emitTree } from "@svc/codegen/workspace";
import { DocumentError, formatRepair, type Repair } from "@svc/model";
import { checkTrees } from "../documents/check-trees.ts";
import { createTrees } from "../documents/generated-trees.ts";
import { type Case, type Judge, readSuite } from "./judge.ts";

const suite = readSuite("openapi");

/** A document that is valid is generated, and nothing in it is mended. */
function generate(path: string): { readonly told: string; readonly tree?: ReturnType<typeof emitTree> } {
  const repairs: Repair[] = [];
  const options = { readFile: () => undefined, onRepair: (repair: Repair) => void repairs.push(repair) };
  try {
    const tree = emitTree(String(suite.get(path)), path, options);
    return { tree, told: repairs.map(formatRepair).join("; ") };
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    return { told: error.message };
  }
}

/** A document that is invalid is refused with the place, or mended and that is told. */
function refuse(name: string): Case {
  const { told, tree } = generate(name);
  const isTold = tree === undefined ? told.includes("#") : told !== "";
  return { name, got: isTold ? "told" : "read as if it were valid", due: "told" };
}

async function judgeDocuments(isWhole: boolean): Promise<Case[]> {
  const [invalid = [], valid = []] = [true, false].map((fails) =>
    [...suite.keys()].filter((path) => path.startsWith("fail/") === fails),
  );
  const generated = valid.map((name) => ({ name, ...generate(name) }));
  const cases = [...generated.map(({ name, told }) => ({ name, got: told, due: "" })), ...invalid.map(refuse)];
  if (!isWhole) return cases;
  using trees = createTrees();
  const written = generated.flatMap(({ name, tree }) =>
    tree === undefined ? [] : [trees.write(name.replaceAll(/[/.]/g, "-"), tree)],
  );
  const errors = await checkTrees(trees.root, written, "typescript-7");
  return [...cases, { name: `types of ${written.length} trees`, got: errors.slice(0, 5), due: [] }];
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
