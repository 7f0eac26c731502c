import { readFileSync } from "node:fs";
import { runInThisContext } from "node:vm";
import { emitTree } from "@svc/codegen/workspace";
import { createModel, type Model, methodArguments, parseDocument, withoutProse } from "@svc/model";
import { readSharedJson } from "@svc/model/data";
import typescript from "typescript";
import { expect, test } from "vitest";
import { hostileSpecs } from "./hostile-corpus.ts";
import { memberNames } from "./inspect-source.ts";

const accepted = hostileSpecs().filter(({ verdict }) => verdict === "ACCEPT");

interface Table {
  readonly operations: readonly {
    readonly id: string;
    readonly method: string;
    readonly path: string;
    readonly name: string;
    readonly params?: { readonly [key: string]: { readonly in?: string; readonly name?: string } };
    readonly body?: { readonly type: string };
  }[];
  readonly schemes: { readonly [name: string]: { readonly name?: string } };
}

/** Exports of a file of constants, evaluated as it is. */
function evaluate(source: string | undefined): { readonly [name: string]: unknown } {
  const { outputText } = typescript.transpileModule(source ?? "", {
    compilerOptions: { target: typescript.ScriptTarget.ESNext, module: typescript.ModuleKind.CommonJS },
  });
  const exports = {};
  runInThisContext(`(exports, require) => {${outputText}\n}`)(exports, () => ({ readSharedJson }));
  return exports;
}

/** The model without what only readers and comparisons of documents need. */
function fakeModel(model: Model): object {
  const plain = JSON.parse(JSON.stringify(withoutProse(model))) as Model;
  for (const header of plain.operations.flatMap(({ responses }) => responses.flatMap(({ headers }) => headers)))
    Reflect.deleteProperty(header, "pointer");
  for (const response of plain.operations.flatMap(({ responses }) => responses))
    Reflect.deleteProperty(response, "links");
  return plain;
}

test.each(accepted)("what goes over the wire is what $file says: $vector", async ({ path, file }) => {
  const source = readFileSync(path, "utf8");
  const files = emitTree(source, file);
  const model: Model = createModel(parseDocument(source, file).document, { file });
  // The fake's model survives its way through a file, names of prototypes included.
  expect(evaluate(files.get("testing/model.ts"))["model"]).toEqual(fakeModel(model));
  const { table } = evaluate(files.get("client/table.ts")) as { table: Table };
  expect(table.operations.map(({ id, method, path: template }) => [id, method, template])).toEqual(
    model.operations.map(({ id, method, path: template }) => [id, method.toUpperCase(), template]),
  );
  for (const [index, operation] of model.operations.entries()) {
    const { params = {}, body } = table.operations[index] ?? {};
    for (const { key, parameter } of methodArguments(operation).params) {
      const row = Object.hasOwn(params, key) ? params[key] : undefined;
      expect([row?.in ?? "query", row?.name ?? key]).toEqual([parameter.in, parameter.name]);
    }
    if (body !== undefined) expect(operation.body?.content.map(({ mediaType }) => mediaType)).toContain(body.type);
  }
  const types = files.get("types/openapi.ts") ?? "";
  const names = memberNames(types, ["components", "schemas"]);
  expect(names).toEqual(expect.arrayContaining(Object.keys(model.schemas)));
  if (model.operations.length > 0) {
    expect(memberNames(types, ["operations"]).sort()).toEqual(model.operations.map(({ id }) => id).sort());
  }
  expect(Object.keys(Object.prototype)).toEqual([]);
});
