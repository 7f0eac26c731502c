import { type Model, serviceRequests } from "@svc/model";
import { emitClientExtras } from "../emit/client/client-extras.ts";
import { emitClientInterface } from "../emit/client/client-interface.ts";
import { emitClientTable } from "../emit/client/client-table.ts";
import { emitDownloads, findDownloads } from "../emit/client/downloads.ts";
import { emitValues } from "../emit/client/plans.ts";
import { emitUploads, findUploads } from "../emit/client/uploads.ts";
import { LEDGER, writeLedger } from "../emit/spec.ts";
import { hasModule, type Target } from "../emit/target.ts";
import { emitFakeModel } from "../emit/testing/fake-model.ts";
import { emitArbitraryTypes, emitBuilderTypes, emitOperationTypes } from "../emit/testing/fake-types.ts";
import { emitHandles } from "../emit/testing/handles.ts";
import { emitResources } from "../emit/testing/resources.ts";
import { emitWebhooks } from "../emit/testing/webhooks.ts";
import { emitArbitraryEntry, emitClientEntry, emitTestingEntry } from "../emit/tree/tree-entries.ts";
import { emitBuildConfig, emitPackage, emitTryFile, emitTsconfig } from "../emit/tree/tree-project.ts";
import { emitTreeReadme } from "../emit/tree/tree-readme.ts";
import { filesOf } from "../emit/wrap-lines.ts";
import type { Emitter, Files } from "../emitter.ts";

/** `client/`: the methods, their table, the function that makes a client, and modules of what not every document has. */
export const clientEmitter: Emitter = {
  name: "client",
  entries: ["client/index", "client/downloads", "client/uploads", "client/webhooks"],
  emit: (model, { typed, target, options }) => {
    const shown = target.decoding?.model ?? typed;
    const uploads = emitUploads(model, shown, target);
    return filesOf({
      "client/client.ts": emitClientInterface(shown, target),
      ...(hasModule(findDownloads(model), target) && { "client/downloads.ts": emitDownloads(model, target) }),
      "client/extras.ts": emitClientExtras(model, target, options),
      "client/index.ts": emitClientEntry(shown, target, options),
      "client/table.ts": emitClientTable(model, target, options),
      ...(hasModule(findUploads(model), target) && { "client/uploads.ts": uploads }),
      ...(target.decoding && { "client/values.ts": emitValues(target.decoding.model, target) }),
      ...(hasModule(sentByService(model), target) && { "client/webhooks.ts": emitWebhooks(typed, onWire(target)) }),
    });
  },
};

/** Evidence that the service sends requests itself. */
function sentByService(model: Model): readonly unknown[] {
  return model.webhookSignature === undefined ? serviceRequests(model) : [model.webhookSignature];
}

/** `testing/`: the fake, builders and arbitraries. */
export const testingEmitter: Emitter = {
  name: "testing",
  entries: ["testing/index", "testing/arbitrary"],
  emit: (model, { typed, target: given }) => {
    const target = onWire(given);
    return filesOf({
      "testing/arbitraries.ts": emitArbitraryTypes(typed, target),
      "testing/arbitrary.ts": emitArbitraryEntry(target),
      "testing/builders.ts": emitBuilderTypes(typed, target),
      "testing/handles.ts": emitHandles(model, typed, target),
      "testing/index.ts": emitTestingEntry(model, target),
      "testing/model.ts": emitFakeModel(model, target),
      "testing/operations.ts": emitOperationTypes(typed, target),
      "testing/resources.ts": emitResources(model, target),
    });
  },
  dependencies: { "fast-check": "^4.0.0" },
};

/** The names that were given, for later documents. */
export const ledgerEmitter: Emitter = {
  name: "ledger",
  emit: (model) => filesOf({ [LEDGER]: writeLedger(model) }),
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
  const bins = emitters.flatMap(({ name, bin }) => (bin === undefined ? [] : [{ name, module: bin }]));
  return {
    name: "project",
    emit: (model, { target, files }) =>
      filesOf({
        "README.md": emitTreeReadme(model, target, has),
        "package.json": emitPackage(target, { entries: entriesOf(emitters, files), bins, dependencies, hasTry }),
        ...(hasTry && { "try.ts": emitTryFile(model, target) }),
        "tsconfig.json": emitTsconfig(),
        "tsconfig.build.json": emitBuildConfig(),
      }),
  };
}

/** The modules of emitters that are there. */
export function entriesOf(emitters: readonly Pick<Emitter, "entries">[], files: Files): string[] {
  return emitters.flatMap(({ entries = [] }) => entries.filter((path) => files.has(`${path}.ts`)));
}

/** The target for files whose types are of what travels: the fake is a service. */
function onWire(target: Target): Target {
  return { ...target, types: target.wireTypes ?? target.types };
}
