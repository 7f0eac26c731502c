import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Model } from "@svc/model";
import { type Judgement, judgeModel } from "@svc/schema/test-support/judge-model";

/** Has two validators judge the values that builders and arbitraries of a generated tree make. */
export async function judgeDocument(directory: string): Promise<Judgement> {
  const { model } = (await import(pathToFileURL(join(resolve(directory), "testing/model.ts")).href)) as {
    model: Model;
  };
  return judgeModel(model, { seeds: [1], runs: 5 });
}

if (import.meta.main) console.log(JSON.stringify(await judgeDocument(process.argv[2] ?? ".")));
