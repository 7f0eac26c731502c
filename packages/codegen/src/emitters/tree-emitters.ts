import * as emit from "../emit/index.ts";
import type { Emitter, Files } from "../emitter.ts";
import { type Markdown, md } from "../quote/index.ts";

/** `types/`: the types of the document, and friendly names for its schemas. */
export const typesEmitter: Emitter = {
  name: "types",
  entries: ["types/index"],
  emit: (_, { typed, target, options }) => {
    const shown = target.decoding?.model ?? typed;
    return files({
      "types/index.ts": emit.emitTypeAliases(shown, target, options.enums),
      "types/openapi.ts": emit.emitOpenApiTypes(shown, target),
      ...(target.decoding && {
        "types/wire/index.ts": emit.emitTypeAliases(typed, target),
        "types/wire/openapi.ts": emit.emitOpenApiTypes(typed, target),
      }),
    });
  },
};

/** `client/`: the methods, their table, and the function that makes a client. */
export const clientEmitter: Emitter = {
  name: "client",
  entries: ["client/index", "client/downloads", "client/functions", "client/uploads", "client/webhooks"],
  emit: (model, { typed, target, options }) =>
    files({
      "client/client.ts": emit.emitClientInterface(target.decoding?.model ?? typed, target),
      "client/downloads.ts": emit.emitDownloads(model, target),
      "client/extras.ts": emit.emitTreeExtras(model, target, options),
      "client/functions.ts": emit.emitClientFunctions(model, target, options),
      "client/index.ts": emit.emitClientEntry(target.decoding?.model ?? typed, target, options),
      "client/table.ts": emit.emitClientTable(model, target, options),
      "client/uploads.ts": emit.emitUploads(model, target.decoding?.model ?? typed, target),
      ...(target.decoding && { "client/values.ts": emit.emitValues(target.decoding.model, target) }),
      "client/webhooks.ts": emit.emitWebhooks(typed, onWire(target)),
    }),
};

/** `testing/`: the fake, builders and arbitraries. */
export const testingEmitter: Emitter = {
  name: "testing",
  entries: ["testing/index", "testing/arbitrary"],
  emit: (model, { typed, target: given }) => {
    const target = onWire(given);
    return files({
      "testing/arbitraries.ts": emit.emitArbitraryTypes(typed, target),
      "testing/arbitrary.ts": emit.emitArbitraryEntry(target),
      "testing/builders.ts": emit.emitBuilderTypes(typed, target),
      "testing/index.ts": emit.emitTestingEntry(model, target),
      "testing/model.ts": emit.emitFakeModel(model, target),
      "testing/operations.ts": emit.emitOperationTypes(typed, target),
      "testing/resources.ts": emit.emitResources(model, typed, target),
    });
  },
  dependencies: { "fast-check": "^4.0.0" },
};

/** Pages and lists of what there is to call. */
export const docsEmitter: Emitter = {
  name: "docs",
  emit: (model, { target }) =>
    files({
      "operations.json": emit.emitOperationList(model),
      "operations.md": emit.emitOperationsPage(model, target, bannerOf(target)),
      "UNKNOWNS.md": emit.emitUnknowns(model, bannerOf(target)),
    }),
};

/** The files around a tree: manifest, compiler configuration, README, and a first call. */
export function projectEmitter(emitters: readonly Emitter[], runtime: string): Emitter {
  const names = emitters.map(({ name }) => name);
  const has = { client: names.includes("client"), testing: names.includes("testing"), docs: names.includes("docs") };
  const hasTry = has.client && has.testing;
  const dependencies = {
    ...(has.client && { "@svc/client": `^${runtime}` }),
    ...(has.testing && { "@svc/testing": `^${runtime}` }),
    ...Object.assign({}, ...emitters.map((emitter) => emitter.dependencies ?? {})),
  };
  const entries = emitters.flatMap((emitter) => emitter.entries ?? []);
  const bins = emitters.flatMap(({ name, bin }) => (bin === undefined ? [] : [{ name, module: bin }]));
  return {
    name: "project",
    emit: (model, { target }) =>
      files({
        "README.md": emit.emitTreeReadme(model, target, has),
        "package.json": emit.emitPackage(target, { entries, bins, dependencies, hasTry }),
        ...(hasTry && { "try.ts": emit.emitTryFile(model, target) }),
        "tsconfig.json": emit.emitTsconfig(),
        "tsconfig.build.json": emit.emitBuildConfig(),
      }),
  };
}

/** The target for files whose types are of what travels: the fake is a service. */
function onWire(target: emit.Target): emit.Target {
  return { ...target, types: target.wireTypes ?? target.types };
}

function bannerOf({ markdownBanner = md`` }: emit.Target): Markdown {
  return markdownBanner;
}

function files(texts: { readonly [path: string]: string }): Files {
  return new Map(Object.entries(texts));
}
