import type { Json, Model } from "@svc/model/data";
import { compilerOf } from "../shape/compiler.ts";
import { BuildError } from "./build-error.ts";
import { type BuilderContext, buildChanged } from "./create-builder.ts";
import { fork } from "./random.ts";
import { makeItem, streamOf } from "./stream-items.ts";
import type { Overrides, StreamBuilders } from "./types.ts";

/** Position of a made item in its sequence and in its stream, and what the caller wants of it. */
interface Order {
  readonly index: number;
  readonly position: number;
  readonly wish: unknown;
}

/** Creates the builders of the items of streams; `rewind` starts their sequences again. */
export function createStreamBuilders(
  model: Model,
  context: Omit<BuilderContext, "direction">,
): StreamBuilders<{ [id: string]: unknown }> & { rewind(): void } {
  const counts = new Map<string, number>();
  const next = (id: string): number => {
    const index = counts.get(id) ?? 0;
    counts.set(id, index + 1);
    return index;
  };
  const one = (id: string, { index, position, wish }: Order): Json => {
    const { seed, now, strict, schemas, useExamples, derive } = context;
    const { stream } = streamOf(model, id);
    const label = `build.streamItem(${JSON.stringify(id)})`;
    const making = { schemas, useExamples, derive, now: now(), direction: "response" as const, index: position };
    const attempt = (overrides?: unknown): Json | undefined =>
      makeItem(stream, { ...making, seed: fork(fork(seed, `item ${id}`), index), overrides });
    const judge = (item: Json | undefined) => compilerOf(schemas).judgesOf("response").validate(stream.item, item);
    return buildChanged(label, { wish, attempt, judge: strict ? judge : undefined });
  };
  return {
    streamItem(operationId, overrides) {
      const id = String(operationId);
      const index = next(id);
      return one(id, { index, position: index, wish: wishOf(overrides, index) });
    },
    streamItems(operationId, count = 3, overrides) {
      const id = String(operationId);
      if (!Number.isInteger(count) || count < 0)
        throw new BuildError("build.streamItems", [{ pointer: "", message: `expected a count, got ${count}` }]);
      return Array.from({ length: count }, (_, position) =>
        one(id, { index: next(id), position, wish: wishOf(overrides, position) }),
      );
    },
    rewind: () => counts.clear(),
  };
}

function wishOf(overrides: Overrides<unknown> | undefined, index: number): unknown {
  return typeof overrides === "function" ? (overrides as (index: number) => unknown)(index) : overrides;
}
