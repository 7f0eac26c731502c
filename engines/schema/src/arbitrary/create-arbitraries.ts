import type { Model, NamedSchema } from "@svc/model/data";
import * as fastCheck from "fast-check";
import { hasStreams } from "../builders/stream-items.ts";
import { compilerOf } from "../shape/compiler.ts";
import type { FastCheckModule, JsonArbitrary } from "./node-arbitrary.ts";
import { createNodeArbitraries } from "./node-arbitrary.ts";
import { createStreamArbitraries } from "./streams.ts";

/**
 * Creates the fast-check arbitraries of a document: one per named schema, `arbitrary.email()`. Every value is valid, and
 * together they reach the schema's corners: null, absent and additional properties, the bounds themselves, empty and
 * Unicode texts, long arrays, each alternative. Recursion is followed for a few levels.
 *
 * @param fc The fast-check to use, where a project has several. @default the one that this package finds
 */
export function createArbitraries<A>(model: Model, fc: FastCheckModule = fastCheck): A {
  const arbitraryOf = createNodeArbitraries(model.schemas, fc);
  const compiler = compilerOf(model.schemas);
  const create = ({ schema, builderName }: NamedSchema): JsonArbitrary => {
    const node = compiler.compile(schema);
    if (node.shapes.length === 0) throw new TypeError(`arbitrary.${builderName}: the schema allows no value`);
    return arbitraryOf(node);
  };
  const entries = Object.values(model.schemas).flatMap((named) =>
    [named, ...(named.formerNames ?? [])].flatMap(({ builderName }) =>
      builderName === undefined ? [] : [[builderName, () => create(named)] as const],
    ),
  );
  const streams = hasStreams(model) ? createStreamArbitraries(model, arbitraryOf, fc) : {};
  return Object.assign(Object.create(null), Object.fromEntries(entries), streams) as A;
}
