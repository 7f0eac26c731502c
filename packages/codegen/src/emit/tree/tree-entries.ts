import { clientHeaders, type Json, type Model } from "@svc/model";
import { type Code, comment, identifier, join, literal, str, tag, ts } from "../../quote/index.ts";
import { neededAdditions } from "../client/additions.ts";
import { namedServers, serverMembers } from "../client/servers.ts";
import { isDefault, namesOf, RUNTIME_NAMES, runtimeExports } from "../sdk-name.ts";
import type { EntryOptions, Target } from "../target.ts";
import { namedEnums } from "../types/enum-objects.ts";
import { operationTypeNames } from "../types/inline-types.ts";

/** `client/index.ts` of a tree of its own: the same names as `@svc/client`, for another document. */
export function emitClientEntry(model: Model, target: Target, entry: EntryOptions = {}): Code {
  const { enums, validate } = entry;
  const names = namesOf(target.sdk);
  const parts = isDefault(target.sdk) ? ts`extras` : ts`{ ...extras, claim: errors.claim }`;
  const constants = enums === "object" ? namedEnums(model).map(({ typeName }) => typeName) : [];
  const { parameter, given, constants: defaults } = givenOptions(entry);
  const made = ts`createClientWith<Operations, paths>(table, ${given}, ${parts})`;
  const type = isDefault(target.sdk) ? ts`SvcClient<Operations, paths>` : identifier(names.client);
  const { environments = {} } = entry;
  const hasEnvironments = Object.keys(environments).length > 0;
  const members = [...serverMembers(namedServers(model, environments)), ...(hasEnvironments ? [ENVIRONMENT] : [])];
  const optionsType =
    members.length > 0 ? ts`${optionsTypeOf(model, target)} & { ${members} }` : optionsTypeOf(model, target);
  const isValidated = validate === true;
  const text = `Makes a client of ${titleOf(model, target)}. It sends nothing until a method is called.`;
  const imports = [
    "createClientWith",
    ...(isDefault(target.sdk) ? [] : ["nameErrors"]),
    ...(isValidated ? ["withValidation"] : []),
  ];
  const types = [
    "ServerOptions",
    "SvcClient",
    "SvcClientOptions",
    ...(isDefault(target.sdk) ? [] : ["ApiFacts", "NamedErrorClass", "SvcApiError", "SvcError"]),
  ];
  const imported = [...imports.map(identifier), ...types.sort().map((name) => ts`type ${importedType(name, target)}`)];
  return ts`
    ${target.banner}
    import { ${join(imported, ", ")} } from ${str(target.runtimes.client)};
    import type { paths } from ${str(target.wireTypes ?? target.types)};
    import type { Operations } from "./client.ts";
    import { extras } from "./extras.ts";
    import { table } from "./table.ts";
    ${isValidated ? [ts`import { responses } from "../zod/index.ts";`] : []}

    ${isDefault(target.sdk) ? ts`export * from ${str(target.runtimes.client)};` : namedExports(model, target)}
    ${isDefault(target.sdk) || !target.decoding ? [] : [ts`export { DecodeError } from ${str(target.runtimes.client)};`]}
    ${isDefault(target.sdk) || !isValidated ? [] : [ts`export { type ResponseIssue, ResponseValidationError } from ${str(target.runtimes.client)};`]}
    export type * from "./client.ts";
    export type { ${join(typeNames(model, target, constants), ", ")} } from ${str(target.types)};
    ${constants.length === 0 ? [] : [ts`export { ${join(constants.map(identifier), ", ")} } from ${str(target.types)};`]}
    ${hasEnvironments ? [ts`\n/** Base addresses by the name of the server. */\nexport const environments = ${literal(environments)} as const;`] : []}
    ${defaults}
    ${isDefault(target.sdk) ? [] : [namedTypes(model, target, members)]}

    ${comment(text, tag("throws", "ConfigurationError naming the invalid option"))}
    export function ${identifier(names.createClient)}(${parameter}: ${isDefault(target.sdk) ? optionsType : identifier(names.options)} = {}): ${type} {
      return ${isValidated ? ts`withValidation(${made}, responses)` : made};
    }
  `;
}

/** The option `server`, by the name that it had before. */
const ENVIRONMENT = ts`
  /** @deprecated Use \`server\`. */
  readonly environment?: keyof typeof environments | undefined;`;

/** Code for the options of a client: how they are taken, and how they are passed on with what the configuration says. */
export function givenOptions({ environments = {}, retry }: EntryOptions): {
  readonly parameter: Code;
  readonly given: Code;
  readonly constants: readonly Code[];
} {
  const hasEnvironments = Object.keys(environments).length > 0;
  const retries = ts`retry: typeof options.retry === "object" ? { ...retry, ...options.retry } : (options.retry ?? retry)`;
  const server = ts`server: options.server ?? environment`;
  const changes = [...(hasEnvironments ? [server] : []), ...(retry ? [retries] : [])];
  return {
    parameter: hasEnvironments ? ts`{ environment, ...options }` : ts`options`,
    given: changes.length > 0 ? ts`{ ...options, ${join(changes, ", ")} }` : ts`options`,
    constants: retry
      ? [ts`\n/** Retries where the option does not say otherwise. */\nconst retry = ${literal(retry as Json)};`]
      : [],
  };
}

/** The runtime's type is known to the file by another name where its own is that of the SDK. */
function importedType(name: string, { sdk }: Target): Code {
  return isDefault(sdk) || !name.startsWith("Svc")
    ? identifier(name)
    : ts`${identifier(name)} as Runtime${identifier(name.slice("Svc".length))}`;
}

/** The type of a client's options in its own module: `requestOrigin` only where the document declares its header. */
function optionsTypeOf(model: Model, { sdk }: Target): Code {
  const type = isDefault(sdk) ? ts`SvcClientOptions` : ts`RuntimeClientOptions`;
  const others = clientHeaders(model).origin === undefined ? ts` | "requestOrigin"` : ts``;
  return ts`Omit<${type}, keyof ServerOptions${others}>`;
}

function titleOf({ title }: Model, { sdk }: Target): string {
  return isDefault(sdk) || title === "" ? "the service that the document describes" : title;
}

/** Exports of the runtime that the document has a use for, without those that only generated code calls. */
function namedExports(model: Model, target: Target): Code {
  const { runtimes, sdk } = target;
  const { values, types } = runtimeExports(neededAdditions(model, target).map(({ name }) => name));
  const named = [...types.map(identifier), ts`SvcPromise as ${identifier(namesOf(sdk).promise)}`];
  return ts`
    export { ${join(values.map(identifier), ", ")} } from ${str(runtimes.client)};
    export type { ${join(named, ", ")} } from ${str(runtimes.client)};`;
}

function namedTypes(model: Model, target: Target, members: readonly Code[]): Code {
  const { client, options, error, apiError } = namesOf(target.sdk);
  const { env, pascal } = target.sdk;
  return ts`

    ${comment(`A client of the service, made by \`${namesOf(target.sdk).createClient}\`.`)}
    export type ${identifier(client)} = RuntimeClient<Operations, paths>;

    ${comment(`Options of a client. By default \`baseUrl\` is the environment variable \`${env}_BASE_URL\`, and \`auth\` is \`${env}_API_KEY\`.`)}
    export interface ${identifier(options)} extends ${optionsTypeOf(model, target)} {
      ${members}
    }

    const errors = /* @__PURE__ */ nameErrors(${str(pascal)});

    ${comment("Error of a call or of an option: every error of this SDK is an instance.")}
    export interface ${identifier(error)} extends RuntimeError {}
    /** Class of the same name: base of all errors of this SDK; \`is\` is its type guard. */
    export const ${identifier(error)}: NamedErrorClass<${identifier(error)}, ErrorOptions> = errors.base;

    ${comment("Response that is not a success, or a success whose body cannot be read.")}
    export interface ${identifier(apiError)} extends RuntimeApiError {}
    /** Class of the same name: base of the errors of responses; \`is\` is its type guard. */
    export const ${identifier(apiError)}: NamedErrorClass<${identifier(apiError)}, ApiFacts> = errors.api;
  `;
}

function typeNames(model: Model, { sdk }: Target, constants: readonly string[]): Code[] {
  const taken = new Set([...RUNTIME_NAMES, ...Object.values(namesOf(sdk)), ...constants]);
  const names = Object.values(model.schemas).flatMap(({ typeName, formerNames = [] }) => [
    typeName,
    ...formerNames.map((former) => former.typeName),
  ]);
  for (const name of operationTypeNames(model)) names.push(name);
  const free = names.filter((name) => !taken.has(name));
  return ["components", "operations", "paths", "webhooks", ...free].map(identifier);
}

/** `testing/index.ts` of a tree of its own: the same names as `@svc/testing`, for another document. */
export function emitTestingEntry(model: Model, target: Target): Code {
  const { createFake } = namesOf(target.sdk);
  const address = `https://${target.sdk.kebab}.example.test`;
  const service = isDefault(target.sdk) ? ts`` : ts`createFake: ${str(createFake)}, baseUrl: ${str(address)}, `;
  const args = ts`model, options, { ${service}resources }`;
  const does = "it validates requests, limits their rate, and responds as the document describes.";
  const text = `Creates a fake of ${titleOf(model, target)}: ${does}`;
  return ts`
    ${target.banner}
    import { createBuilders, createFake, type Fake, type FakeOptions, lazyArbitraries } from ${str(target.runtimes.testing)};
    import type { Arbitraries } from "./arbitraries.ts";
    import type { Builders } from "./builders.ts";
    import type { ResourceOptions, Resources } from "./handles.ts";
    import { model } from "./model.ts";
    import type { OperationTypes, WebhookTypes } from "./operations.ts";
    import { resources } from "./resources.ts";

    export * from ${str(target.runtimes.testing)};
    export type * from "./arbitraries.ts";
    export type * from "./builders.ts";
    export type * from "./handles.ts";
    export type * from "./operations.ts";
    export { model };

    ${comment(text, tag("throws", "TypeError for an option that does not exist or has an invalid value"))}
    export function ${identifier(createFake)}(options: FakeOptions & ResourceOptions = {}): Fake<OperationTypes, Resources, WebhookTypes> {
      return createFake<OperationTypes, Resources, WebhookTypes>(${args});
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
    import { createArbitraries } from ${str(target.runtimes.arbitrary)};
    import type { Arbitraries } from "./arbitraries.ts";
    import { model } from "./model.ts";

    /** fast-check arbitraries: \`arbitrary.<schema>()\`. */
    export const arbitrary: Arbitraries = createArbitraries<Arbitraries>(model);
  `;
}
