import type { Model } from "@svc/model";
import { type Code, escapeInvisible, identifier, join, str, ts } from "../quote/index.ts";
import { pageOf } from "./pages.ts";
import type { Target } from "./target.ts";

/** `client/index.ts` of a tree of its own: the same names as `@svc/client`, for another document. */
export function emitClientEntry(model: Model, target: Target): Code {
  const hasPages = model.operations.some((operation) => pageOf(operation, model, target) !== undefined);
  const pages = hasPages ? ts`, withPages` : ts``;
  const client = ts`createClient<Operations, paths>(table, options)`;
  return ts`
    ${target.banner}
    import { createClient, type SvcClient, type SvcClientOptions${pages} } from ${str(target.clientRuntime)};
    import type { paths } from ${str(target.types)};
    import type { Operations } from "./client.ts";
    import { table } from "./table.ts";

    export * from ${str(target.clientRuntime)};
    export type * from "./client.ts";
    export type { ${join(typeNames(model), ", ")} } from ${str(target.types)};

    /** A client of the service that the document describes. See \`createSvcClient\` of @svc/client for the options. */
    export function createSvcClient(options: SvcClientOptions = {}): SvcClient<Operations, paths> {
      return ${hasPages ? ts`withPages(${client}, table)` : client};
    }
  `;
}

/** Names of the entry besides the types of schemas; schemas of the same name are in `types/index.ts` only. */
export const CLIENT_NAMES: ReadonlySet<string> = new Set(
  `createClient createSvcClient Operations oauth2Password OAuth2PasswordOptions CallOptions SvcPromise WithResponse Clock
  systemClock AbortedError AuthenticationError ConfigurationError ConnectionError NotFoundError PermissionError
  RateLimitError ServerError SvcApiError SvcError TimeoutError ValidationError DurationInput DurationUnits ItemOf
  ListPromise withPages BodyRow ClientTable OperationRow PageRow ParamRow SchemeRow SvcClient SvcClientOptions`.split(
    /\s+/,
  ),
);

function typeNames(model: Model): Code[] {
  const names = Object.values(model.schemas).flatMap(({ typeName, formerNames = [] }) => [
    typeName,
    ...formerNames.map((former) => former.typeName),
  ]);
  const free = names.filter((name) => !CLIENT_NAMES.has(name));
  return ["components", "operations", "paths", "webhooks", ...free].map(identifier);
}

/** `testing/index.ts` of a tree of its own: the same names as `@svc/testing`, for another document. */
export function emitTestingEntry(target: Target): Code {
  return ts`
    ${target.banner}
    import { createBuilders, createFake, type Fake, type FakeOptions, lazyArbitraries } from ${str(target.testingRuntime)};
    import type { Arbitraries } from "./arbitraries.ts";
    import type { Builders } from "./builders.ts";
    import { model } from "./model.ts";
    import type { OperationTypes } from "./operations.ts";
    import type { ResourceOptions, Resources } from "./resources.ts";

    export * from ${str(target.testingRuntime)};
    export type * from "./arbitraries.ts";
    export type * from "./builders.ts";
    export type * from "./operations.ts";
    export type * from "./resources.ts";
    export { model };

    /** A fake of the service that the document describes. See \`createFakeSvc\` of @svc/testing for the options. */
    export function createFakeSvc(options: FakeOptions & ResourceOptions = {}): Fake<OperationTypes, Resources> {
      return createFake<OperationTypes, Resources>(model, options);
    }

    /** Fixture builders: \`build.<schema>(overrides)\`, \`build.args(operationId)\`. */
    export const build: Builders = createBuilders<Builders>(model);

    /** fast-check arbitraries: \`arbitrary.<schema>()\`. fast-check is loaded with the first; \`arbitrary.ts\` imports it. */
    export const arbitrary: Arbitraries = lazyArbitraries<Arbitraries>(model);
  `;
}

/** `testing/arbitrary.ts` of a tree of its own: the arbitraries, for where modules cannot be loaded at run time. */
export function emitArbitraryEntry(target: Target): Code {
  return ts`
    ${target.banner}
    import { createArbitraries } from ${str(target.arbitraryRuntime)};
    import type { Arbitraries } from "./arbitraries.ts";
    import { model } from "./model.ts";

    /** fast-check arbitraries: \`arbitrary.<schema>()\`. */
    export const arbitrary: Arbitraries = createArbitraries<Arbitraries>(model);
  `;
}

/** `operations.json`: what there is to call, for tools. */
export function emitOperationList(model: Model): string {
  const rows = model.operations.map(({ id, method, path, name }) =>
    escapeInvisible(JSON.stringify({ id, method: method.toUpperCase(), path, name })),
  );
  return `[\n${rows.map((row) => `  ${row}`).join(",\n")}\n]\n`;
}
