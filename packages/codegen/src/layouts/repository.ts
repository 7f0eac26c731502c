import { emitOperationList } from "../emit/operations-page.ts";
import { emitOperationPages } from "../emit/pages/emit-operation-pages.ts";
import { PLAIN } from "../emit/pages/page-context.ts";
import type { Emitter } from "../emitter.ts";
import { unknownsEmitter } from "../emitters/docs-emitter.ts";
import { clientEmitter, ledgerEmitter, testingEmitter } from "../emitters/tree-emitters.ts";
import { typesEmitter } from "../emitters/types-emitter.ts";
import { type Layout, PUBLISHED } from "../generate.ts";
import { ts } from "../quote/index.ts";
import type { ApiRepository } from "../repository/load-repository.ts";

/** Packages of types, client and fake, each with a folder of its own for what is generated: what `init` makes. */
export function repositoryLayout({ root, sdk, scope, config }: ApiRepository): Layout {
  const { emitters = [] } = config;
  const of = (name: "client" | "testing") => emitters.filter(({ part = "client" }) => part === name);
  return {
    ...{ root, sdk, config },
    command: "svc-codegen",
    types: `${scope}/types`,
    wireTypes: `${scope}/types/wire`,
    runtimes: PUBLISHED,
    folders: [
      { path: "packages/types/src/generated", emitters: [typesEmitter, wireEmitter] },
      {
        path: "packages/client/src/generated",
        emitters: [clientEmitter, ...of("client")],
        // The fake is a package of its own.
        options: { parts: ["client"] },
      },
      { path: "packages/testing/src/generated", emitters: [testingEmitter, ...of("testing")] },
      { path: "docs/generated", emitters: [pagesEmitter(scope)] },
      { path: "spec", emitters: [unknownsEmitter, ledgerEmitter], isShared: true },
    ],
  };
}

/** `@acme/types/wire` where nothing is decoded: what travels has the types of the others. */
const wireEmitter: Emitter = {
  name: "wire",
  emit: (_, { target }) => {
    const same = ts`
      ${target.banner}
      export type * from "../index.ts";
    `;
    return new Map(target.decoding ? [] : [["types/wire/index.ts", same]]);
  },
};

/** The operations: as a list for programs, and as pages that show well wherever Markdown does. */
function pagesEmitter(scope: string): Emitter {
  const testing = `${scope}/testing`;
  return {
    name: "pages",
    emit: (model, { sdk, target }) => {
      const pages = emitOperationPages({
        model,
        sdk,
        pagination: target.pagination,
        modules: { client: `${scope}/client`, testing, build: testing },
        fake: "pnpm --dir packages/testing exec svc-fake --port 4010 --spec ../../spec/openapi.yaml",
        banner: target.markdownBanner,
        list: "operations.md",
        folder: "operations/",
        unknowns: "../../../spec/UNKNOWNS.md",
        layout: PLAIN,
      });
      return new Map([["operations.json", emitOperationList(model)], ...pages]);
    },
  };
}
