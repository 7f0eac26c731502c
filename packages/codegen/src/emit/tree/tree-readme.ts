import type { Model } from "@svc/model";
import type { Part } from "../../config/options.ts";
import { code, codeBlock, type Markdown, markdown, md } from "../../quote/index.ts";
import { builtCall, namedCall } from "../calls.ts";
import { clientVariable, namesOf } from "../sdk-name.ts";
import type { Target } from "../target.ts";
import { firstOf } from "./tree-project.ts";

/** `README.md` of a tree of its own: what is in it, what it requires, and how to use it. */
export function emitTreeReadme(model: Model, target: Target, has: { readonly [part in Part]: boolean }): Markdown {
  const { markdownBanner: banner } = target;
  const { createClient, createFake, error, apiError } = namesOf(target.sdk);
  const { env } = target.sdk;
  const client = clientVariable(target.sdk);
  const operation = firstOf(model);
  const fetched = operation && `console.log(await ${namedCall(operation, client)});`;
  const faked = operation && `await ${builtCall(operation, client)};`;
  const call = [
    `import { ${createClient}, ${apiError} } from "./client/index.ts";`,
    "",
    `// Without options, the address and the credential come from ${env}_BASE_URL and ${env}_API_KEY.`,
    `const ${client} = ${createClient}();`,
    "try {",
    `  ${fetched ?? ""}`,
    "} catch (error) {",
    `  if (${apiError}.is(error)) console.error(error.status, error.operation, error.message);`,
    "  throw error;",
    "}",
  ];
  const test = [
    `import { ${createClient} } from "./client/index.ts";`,
    `import { ${faked?.includes("build.") ? "build, " : ""}${createFake} } from "./testing/index.ts";`,
    "",
    `const fake = ${createFake}();`,
    `const ${client} = fake.client(${createClient});`,
    `${faked ?? ""}`,
  ];
  return md`
    ${banner}

    # ${markdown(model.title || "Client and fake")}

    A client and a fake of the service, generated from version ${code(model.version)} of its document.

    ${has.client && has.testing ? TRY : md``}

    ${[
      ...(has.client
        ? [
            md`- \`client/index.ts\`: ${code(createClient)}, ${code(error)} and its subclasses, \`oauth2Password\`, the types of all schemas`,
          ]
        : []),
      ...(has.testing
        ? [
            md`- \`testing/index.ts\`: ${code(createFake)}, \`build\` (fixtures) and \`arbitrary\` (property tests; needs fast-check)`,
          ]
        : []),
      md`- \`types/index.ts\`: types only`,
      ...(has.docs ? [md`- \`operations.md\`, \`operations.json\`: all operations`] : []),
      md`- \`repairs.overlay.yaml\`, if the document had mistakes: the repairs that the generator made`,
    ]}

    ${has.client ? md`## Call the service\n\n${codeBlock(call.join("\n"), "ts")}\n` : md``}
    ${has.client && has.testing ? md`## Test code that calls it\n\n${codeBlock(test.join("\n"), "ts")}\n` : md``}
    Type-check: \`npm run check\`. JavaScript and declarations: \`npm run build\`; the package then exports what
    \`package.json\` lists. Regenerate with the command in the first line of each file; nothing here is edited by hand.
  `;
}

const TRY = md`
  ${codeBlock("npm install\nnpm run try", "sh")}

  These commands install the dependencies and make a first call against the fake, without a network or a credential.`;
