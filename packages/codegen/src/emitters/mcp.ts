import { findDownloads } from "../emit/client/downloads.ts";
import { namesOf } from "../emit/sdk-name.ts";
import { hasModule } from "../emit/target.ts";
import { emitTools } from "../emit/tools/tools.ts";
import { filesOf } from "../emit/wrap-lines.ts";
import type { Emitter } from "../emitter.ts";
import { identifier, ts } from "../quote/index.ts";
import { version } from "../stamp.ts";

/**
 * `mcp/`: the operations as tools for agents, typed functions with Standard Schema, and a server of the Model Context Protocol
 * that has them. Needs the part `client`; with the part `testing` the server can answer by the fake.
 */
export function mcp(): Emitter {
  return {
    name: "mcp",
    entries: ["mcp/index"],
    bin: "mcp/server",
    dependencies: { "@svc/mcp": `^${version()}` },
    emit(model, { typed, target, options }) {
      const hasFiles = hasModule(findDownloads(model), target);
      const { createClient, createFake } = namesOf(target.sdk);
      const create = identifier(createClient);
      const hasFake = options.parts?.includes("testing") ?? true;
      const fake = ts`createFakeClient: async () => (await import("../testing/index.ts")).${identifier(createFake)}().client(${create}),`;
      const server = ts`
        #!/usr/bin/env node
        ${target.banner}
        import { runServer } from "@svc/mcp/server";
        import { ${create} } from "../client/index.ts";
        ${hasFiles ? [ts`import * as downloads from "../client/downloads.ts";`] : []}
        import { table } from "./index.ts";

        await runServer({
          table,
          ${hasFiles ? ts`downloads` : ts`downloads: {}`},
          createClient: () => ${create}(),
          ${hasFake ? [fake] : []}
        });
      `;
      return filesOf({ "mcp/index.ts": emitTools(model, typed, target), "mcp/server.ts": server });
    },
  };
}
