import { createReader } from "@svc/diff";
import type { Operation, Parameter } from "@svc/model";
import { GATEWAY_HEADER, type OperationPairs, routeText, type Silence, type Version } from "./silent-part.ts";

/**
 * Request headers that a gateway reads, and those of several operations that no operation takes any more. A header of one
 * operation alone, and one beside which that operation takes another now, is left out on purpose.
 */
export function silentParameters(old: Version, now: Version, pairs: OperationPairs): Silence[] {
  const read = createReader(old.document);
  const said = new Set(now.model.operations.flatMap(headerNames));
  const counts = new Map<string, number>();
  for (const name of pairs.flatMap(([one]) => headerNames(one))) counts.set(name, (counts.get(name) ?? 0) + 1);
  return pairs.flatMap(([one, other]) => {
    const gone = headersBeside(one, other);
    if (gone.length === 0 || headersBeside(other, one).length > 0) return [];
    return gone.flatMap(({ name, pointer }): Silence[] => {
      const key = name.toLowerCase();
      const isElsewhere = other.parameters.some((parameter) => parameter.name.toLowerCase() === key);
      const isShared = !said.has(key) && (counts.get(key) ?? 0) > 1;
      const parameter = read(pointer);
      if (isElsewhere || parameter === undefined || !(isShared || GATEWAY_HEADER.test(name))) return [];
      const update = { parameters: [parameter] };
      return [{ what: `the header ${name} of requests of ${routeText(other)}`, pointer: other.pointer, update }];
    });
  });
}

/** The headers of an operation that another one does not take. */
function headersBeside(one: Operation, other: Operation): Parameter[] {
  const names = new Set(headerNames(other));
  return one.parameters.filter(({ in: place, name }) => place === "header" && !names.has(name.toLowerCase()));
}

function headerNames({ parameters }: Operation): string[] {
  return parameters.filter(({ in: place }) => place === "header").map(({ name }) => name.toLowerCase());
}
