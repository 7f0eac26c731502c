import { model } from "../packages/testing/src/generated/model.ts";

/** An operation to measure with: read of the committed document when a benchmark runs, so that a bump finds none of its names here. */
export interface ShownOperation {
  /** Path template. */
  readonly template: string;
  /** Name of the path parameter. */
  readonly parameter: string;
  /** The path for a value of the parameter. */
  pathOf(id: string): string;
  /** The method of a client that calls it, with a value of the parameter. */
  methodOf(svc: object): ShownMethod;
}

/** Calls the operation. */
export type ShownMethod = (id: string, options?: { readonly signal?: AbortSignal }) => Promise<unknown>;

type Fields = { readonly [name: string]: unknown };

/** The first operation that reads something by one parameter, which stands in its path. @throws Error where there is none */
export function shownOperation(): ShownOperation {
  for (const { method, path, parameters, name } of model.operations) {
    const [before = "", parameter, after = ""] = path.split(/[{}]/);
    const isPlain = method === "get" && parameters.length === 1 && parameters[0]?.in === "path";
    if (isPlain && parameter !== undefined)
      return {
        template: path,
        parameter,
        pathOf: (id) => `${before}${id}${after}`,
        methodOf: (svc) => name.reduce<unknown>((parent, key) => (parent as Fields)[key], svc) as ShownMethod,
      };
  }
  throw new Error("The document has no operation that reads something by one parameter of its path.");
}
