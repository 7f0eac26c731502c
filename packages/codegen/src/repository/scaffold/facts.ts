import { isDeepStrictEqual } from "node:util";
import type { Model, Operation } from "@svc/model";
import { createBuilders } from "@svc/schema";
import type { SdkName } from "../../emit/sdk-name.ts";
import { firstOf } from "../../emit/tree/tree-project.ts";
import { type Code, literal } from "../../quote/index.ts";
import { version } from "../../stamp.ts";
import type { ApiRepository } from "../load-repository.ts";

/** Facts that the files around the packages are written from. */
export interface ScaffoldFacts {
  readonly sdk: SdkName;
  /** Scope of the packages, with its `@`. */
  readonly scope: string;
  /** Title of the API, as the document has it. */
  readonly title: string;
  /** Version of the generator and of the runtimes. */
  readonly version: string;
  /** Version of the packages of the repository: 0.0.0 before the first release. */
  readonly released: string;
  /** The operation that the example calls; undefined where the document has none. */
  readonly operation: Operation | undefined;
  /** Arguments of its call, written out; undefined where one is no JSON, as a file. */
  readonly args: readonly Code[] | undefined;
}

/** Facts of a repository, and of the document that it is made of. */
export function factsOf({ sdk, scope, version: released }: ApiRepository, model: Model): ScaffoldFacts {
  const title = model.title || sdk.pascal;
  const operation = firstOf(model);
  return {
    sdk,
    scope,
    title,
    version: version(),
    released,
    operation,
    args: operation && argumentsOf(operation, model),
  };
}

function argumentsOf({ id }: Operation, model: Model): readonly Code[] | undefined {
  const args = createBuilders<{ args(id: string): readonly unknown[] }>(model).args(id);
  return args.every((arg) => isDeepStrictEqual(arg, JSON.parse(JSON.stringify(arg)))) ? args.map(literal) : undefined;
}
