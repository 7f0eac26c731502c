import { type Model, type NamedSchema, own, requestBuilders, unknownName } from "@svc/model/data";
import { lazy } from "../shape/compiler.ts";
import { createBuilder } from "./create-builder.ts";
import { declaredTotals, declaredTraits, directionsOf } from "./directions.ts";
import { REFERENCE_TIME } from "./generate.ts";
import {
  createArgumentCheck,
  makeArguments,
  makeBody,
  makeResponse,
  type OperationContext,
} from "./operation-values.ts";
import { fork, type Seed, seedOf } from "./random.ts";
import type { Derive } from "./run.ts";
import { createStreamBuilders, hasStreams } from "./stream-items.ts";
import type { Builder, BuilderTools, Relations, Traits, TraitsOf, WithTraits } from "./types.ts";

/** Sources of the builders' values. */
export interface BuilderOptions<B = unknown, T = unknown> {
  /** The same seed gives the same values. @default 1 */
  readonly seed?: number | string;
  /**
   * Current time in epoch milliseconds, or that of a fake's clock: dates move with it. @default 2025-06-01T12:00:00Z
   */
  readonly now?: () => number;
  /** Rejects overrides that make a value invalid, with a {@link BuildError}. @default true */
  readonly strict?: boolean;
  /** Uses valid examples of the document. @default true */
  readonly useExamples?: boolean;
  /** Named sets of overrides, by builder: `{ email: { html: { html_content: "<p>Hello</p>" } } }` gives `build.email.html()`. */
  readonly traits?: T;
  /** Relations between properties, by builder: `{ networkLogs: ({ batches }) => ({ total_batch_count: batches?.length }) }`. */
  readonly derive?: Relations<B>;
}

/**
 * Creates the builders of a document: one per named schema, `build.email()`; one of several, `build.emails(3)`; and the
 * tools, `build.args("persona_emails_list")`.
 */
export function createBuilders<B, const T extends Traits<B> = Record<never, never>>(
  model: Model,
  options: BuilderOptions<B, T> = {},
): WithTraits<B, T> {
  const { seed = 1, now = () => REFERENCE_TIME, strict = true, useExamples = true, traits, derive } = options;
  checkOptions(model, options);
  const root = seedOf(seed);
  const result: { [name: string]: unknown } = Object.create(null);
  const created: Builder<unknown>[] = [];
  const note = (builder: Builder<unknown>) => {
    created.push(builder);
    return builder;
  };
  const shared = {
    schemas: model.schemas,
    seed: root,
    now,
    strict,
    useExamples,
    derive: { ...declaredTotals(model), ...byWireName(model, derive) },
  };
  const direction = lazy(() => directionsOf(model));
  for (const named of Object.values(model.schemas)) {
    const { wireName, formerNames = [] } = named;
    const given = traits as { [name: string]: TraitsOf<unknown> } | undefined;
    const added = namesOf(named).reduce<TraitsOf<unknown> | undefined>(
      (found, name) => found ?? own(given, name),
      undefined,
    );
    const get = lazy(() => {
      const builder = createBuilder(
        named,
        { ...shared, direction: direction()(wireName) },
        {
          ...declaredTraits(named.schema),
          ...added,
        },
      );
      return note(builder);
    });
    for (const name of namesOf(named)) define(result, name, get);
    for (const { listBuilderName } of [named, ...formerNames]) {
      if (listBuilderName !== undefined) define(result, listBuilderName, () => get().list);
    }
  }
  // Of schemas that are sent as they come, types do not show it.
  for (const [wireName, builderName] of requestBuilders(model)) {
    const named = { ...model.schemas[wireName], builderName } as NamedSchema;
    const get = lazy(() => note(createBuilder(named, { ...shared, direction: "request" })));
    Object.defineProperty(result, builderName, { get, configurable: true });
  }
  const tools = createTools(model, shared);
  const streams = hasStreams(model) ? createStreamBuilders(model, shared) : undefined;
  const rewind = () => {
    tools.rewind();
    streams?.rewind();
    for (const builder of created) builder.rewind();
  };
  Object.assign(result, { ...tools, ...streams, rewind });
  return result as WithTraits<B, T>;
}

const OPTIONS = ["seed", "now", "strict", "useExamples", "traits", "derive"];

/** @throws TypeError for an option that does not exist, and for traits and relations of a builder that does not */
function checkOptions({ schemas }: Model, options: BuilderOptions): void {
  const builders = Object.values(schemas).flatMap(namesOf);
  const wrong =
    unknownName(options, OPTIONS) ??
    unknownName(Object(options.traits), builders, "builder") ??
    unknownName(Object(options.derive), builders, "builder");
  if (wrong !== undefined) throw new TypeError(`createBuilders: ${wrong}`);
}

/** The builder's name, then those that it had. */
function namesOf({ builderName, formerNames = [] }: NamedSchema): string[] {
  return [builderName, ...formerNames.flatMap((former) => former.builderName ?? [])];
}

/** Documents have a thousand schemas; a test needs three. */
function define(target: object, name: string, get: () => unknown): void {
  Object.defineProperty(target, name, { get, enumerable: true, configurable: true });
}

function byWireName(model: Model, relations: object | undefined): { [name: string]: Derive } | undefined {
  if (relations === undefined) return undefined;
  const rules = relations as { readonly [builderName: string]: Derive };
  return Object.fromEntries(
    Object.values(model.schemas).flatMap((named) =>
      namesOf(named).flatMap((name) => {
        const rule = own(rules, name);
        return rule === undefined ? [] : [[named.wireName, rule] as const];
      }),
    ),
  );
}

/** Tells whether a path value is one that `build.args` of builders without options gives. */
export function argumentCheck(model: Model): ReturnType<typeof createArgumentCheck> {
  const shared = { model, seed: seedOf(1), now: () => REFERENCE_TIME, useExamples: true, derive: undefined };
  return createArgumentCheck((id, index) => ({
    ...shared,
    seed: argumentSeed(shared.seed, `args ${id}`, index),
    index,
  }));
}

function argumentSeed(seed: Seed, key: string, index: number): Seed {
  return fork(fork(seed, key), index);
}

type Shared = Omit<OperationContext, "model"> & { readonly seed: Seed };

function createTools(model: Model, shared: Shared): BuilderTools<{ [id: string]: unknown }> {
  const counts = new Map<string, number>();
  const next = (kind: string, id: string): OperationContext => {
    const key = `${kind} ${id}`;
    const index = counts.get(key) ?? 0;
    counts.set(key, index + 1);
    return { ...shared, model, seed: argumentSeed(shared.seed, key, index), index };
  };
  return {
    args: (id, { mode = "default" } = {}) => makeArguments(String(id), next("args", String(id)), mode),
    body: (id) => makeBody(String(id), next("body", String(id)), "default"),
    response: (id: string | number, status?: number | string) =>
      makeResponse(String(id), next("response", String(id)), status),
    rewind: () => counts.clear(),
  };
}
