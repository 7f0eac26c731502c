import { type Model, methodArguments } from "@svc/model";
import { codeBlock, type Markdown, markdown, md } from "../quote/index.ts";

/** `README.md` of a tree of its own: what is in it, what it needs, and how it is used. */
export function emitTreeReadme(model: Model, banner: Markdown): Markdown {
  const [operation] = model.operations;
  const call =
    operation === undefined ? "" : `\nconsole.log(await svc.${operation.name.join(".")}(${argumentsOf(operation)}));`;
  const build =
    operation === undefined ? "" : `\n// Arguments with which an operation can be called: build.args("operationId").`;
  return md`
    ${banner}

    # ${markdown(model.title || "Client and fake")}

    A client and a fake of the service, generated from version ${markdown(model.version)} of its document.

    - \`client/index.ts\`: \`createSvcClient\`, the error classes, \`oauth2Password\`, and the types of all schemas
    - \`testing/index.ts\`: \`createFakeSvc\`, \`build\` (fixtures) and \`arbitrary\` (property tests; needs fast-check)
    - \`types/index.ts\`: types only
    - \`operations.md\`, \`operations.json\`: what there is to call
    - \`repairs.overlay.yaml\`, where it is there: what was wrong in the document, and what was assumed

    It imports \`@svc/client\` and \`@svc/testing\`. The generator puts copies of them into \`node_modules\`, unless the
    project around has them; in a project of your own, install the two.

    ## Call the service

    ${codeBlock(`import { createSvcClient, SvcApiError } from "./client/index.ts";\n\nconst svc = createSvcClient({ baseUrl: "https://svc.example.com", auth: () => process.env["SVC_API_KEY"] ?? "" });${call}`, "ts")}

    ## Test what calls it

    ${codeBlock(`import { createSvcClient } from "./client/index.ts";\nimport { build, createFakeSvc } from "./testing/index.ts";\n\nconst fake = createFakeSvc();\nconst svc = createSvcClient({ baseUrl: fake.baseUrl, auth: "any-token", fetch: fake.fetch, clock: fake.clock });${build}`, "ts")}

    Type-check: \`tsc -p .\`. Regenerate with the command in the first line of each file; nothing here is written by hand.
  `;
}

function argumentsOf(operation: Model["operations"][number]): string {
  const { path, body, paramsRequired } = methodArguments(operation);
  return [
    ...path.map(({ identifier }) => identifier),
    ...(body?.required ? ["body"] : []),
    ...(paramsRequired ? ["params"] : []),
  ].join(", ");
}
