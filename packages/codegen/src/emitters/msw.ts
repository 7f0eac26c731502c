import { namesOf } from "../emit/sdk-name.ts";
import { filesOf } from "../emit/wrap-lines.ts";
import type { Emitter } from "../emitter.ts";
import { identifier, ts } from "../quote/index.ts";

/** `msw/`: a handler for Mock Service Worker that answers as the fake does. Needs the part `testing`. */
export function msw(): Emitter {
  return {
    name: "msw",
    part: "testing",
    entries: ["msw/index"],
    dependencies: { msw: ">=2.0.0" },
    emit(_, { target }) {
      const { createFake } = namesOf(target.sdk);
      const create = identifier(`create${target.sdk.pascal}Handlers`);
      const file = ts`
        ${target.banner}
        import { type HttpHandler, http } from "msw";
        import { ${identifier(createFake)} } from "../testing/index.ts";

        /**
         * Handlers for \`setupServer\` and \`setupWorker\`: requests to the fake's address go to the fake.
         *
         * @param fake the fake that responds, with its state, handlers, faults and journal
         */
        export function ${create}(fake: ReturnType<typeof ${identifier(createFake)}> = ${identifier(createFake)}()): HttpHandler[] {
          return [http.all(\`\${fake.baseUrl}/*\`, ({ request }) => fake.fetch(request))];
        }
      `;
      return filesOf({ "msw/index.ts": file });
    },
  };
}
