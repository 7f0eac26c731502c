import { prose } from "../../bump/changelog-entry.ts";
import { namesOf } from "../../emit/sdk-name.ts";
import { code, codeBlock, type Markdown, markdown, md, tableRow } from "../../quote/index.ts";
import type { PackageName } from "../load-repository.ts";
import { callProgram, exampleProgram, exampleTest } from "./example.ts";
import type { ScaffoldFacts } from "./facts.ts";

const COMMANDS = [
  ["pnpm start", "builds, and makes a first call, which the fake answers: no network, no credential"],
  ["pnpm test", "what has to be green: generated files, types, tests"],
  ["pnpm spec:bump FILE", "takes a new version of the document; nothing changes where a step fails"],
  ["pnpm spec:diff OLD NEW", "the difference of two documents, and the version that it asks for"],
  ["pnpm generate", "after an edit in `spec/` or `svc.config.ts`"],
  ["pnpm docs:build", "the documentation site into `docs/dist`"],
  [
    "pnpm release:rehearse",
    "a release from beginning to end: nothing is published, and the working tree stays as it is",
  ],
  ["pnpm release:version", "turns the waiting changesets into a version and changelogs"],
  ["pnpm release:publish", "publishes what is not published yet; the release workflow does it"],
] as const;

/** `README.md` of the repository. */
export function rootReadme(facts: ScaffoldFacts): Markdown {
  const { scope } = facts;
  const layout = [
    "spec/                  the document, its overlays, its history",
    "packages/types         generated types",
    "packages/client        generated client; its runtime is @svc/client",
    "packages/testing       generated fake and builders; their runtime is @svc/testing",
    "examples/quickstart    a program and its test",
    "docs/                  guide and pages of operations",
    "svc.config.ts          names, omissions, retries of what is generated",
  ];
  return md`
    # SDK of ${markdown(facts.title)}

    ${code(`${scope}/client`)}, ${code(`${scope}/testing`)} and ${code(`${scope}/types`)}, generated from ${code("spec/openapi.yaml")}.

    ${codeBlock(callProgram(facts).trim(), "ts")}

    [Getting started](docs/guide.md) installs, calls and tests; [the operations](docs/generated/operations.md) are all there is to call.

    ## Work on it

    | command | purpose |
    |---|---|
    ${COMMANDS.map(([command, purpose]) => tableRow([code(command), prose(purpose)]))}

    Node.js 20 or newer and npm are enough: without pnpm, write \`npx -y pnpm@12\` in its place. \`npx -y pnpm@12 start\` installs what
    else is needed.

    ${codeBlock(layout.join("\n"))}

    Files in folders named \`generated\` are replaced by the next run: change the document, an overlay in \`spec/overlays\`, or
    \`svc.config.ts\`. The generator is a dependency, \`@svc/codegen\`: after an upgrade run \`pnpm generate\`, and
    \`npx svc-codegen init\`, which lists what it would write differently today and changes nothing without being told.

    ## Releases

    A change that users notice comes with a changeset: \`pnpm changeset\` asks for it, and a bump writes one. On each push to \`main\`
    the workflow \`release\` keeps a pull request open that turns the waiting changesets into one version of all packages. Merging it
    publishes that version, and tags it.

    Before the first release, once:

    1. Choose a licence: \`"license"\` in \`packages/*/package.json\`, which is UNLICENSED now, and a file \`LICENSE\` in the root.
    2. Allow workflows to open pull requests, in the settings of the repository under Actions. Pull requests of a workflow start no other
       workflow: close and open them once, so that \`ci\` runs on them.
    3. Publish the first version by hand, because npm trusts no workflow for a name that does not exist: merge the pull request of the
       first version, \`npm login\`, \`pnpm release:publish\`. Then name \`release.yml\` and the environment \`npm\` as the trusted publisher
       of each package. Until then the job \`publish\` fails.
    4. If the document has an address, put it into the variable \`DOCUMENT_URL\` of the repository: the workflow \`bump\` looks there every
       morning, and opens a pull request for a new version.
  `;
}

const USES: { readonly [name in PackageName]: string } = {
  types: "Types of the API: its schemas and operations. No code.",
  client: "A typed client of the API, with retries and pacing.",
  testing: "A fake of the API for test suites: it validates requests and answers as the document says.",
};

/** `README.md` of a package. */
export function packageReadme(name: PackageName, facts: ScaffoldFacts): Markdown {
  const shown = name === "client" ? callProgram(facts) : name === "testing" ? exampleTest(facts) : undefined;
  return md`
    # ${markdown(`${facts.scope}/${name}`)}

    ${markdown(USES[name])} Made for ${markdown(facts.title)} from its OpenAPI document.

    ${shown === undefined ? [] : [codeBlock(shown.trim(), "ts")]}
  `;
}

/** `docs/guide.md`. */
export function guide(facts: ScaffoldFacts): Markdown {
  const { env } = facts.sdk;
  const { apiError } = namesOf(facts.sdk);
  return md`
    # Getting started

    ${codeBlock(`npm install ${facts.scope}/client\nnpm install --save-dev ${facts.scope}/testing`, "sh")}

    ## Call the API

    ${code("examples/quickstart/src/call.ts")}, which \`pnpm start\` compiles:

    ${codeBlock(callProgram(facts).trim(), "ts")}

    The address and the credential come from the options \`baseUrl\` and \`auth\`, else from ${code(`${env}_BASE_URL`)} and
    ${code(`${env}_API_KEY`)}.

    Answers that are no success reject with ${code(apiError)}, which has \`status\`, \`operation\` and the parsed body. Outages and
    refusals of a rate limit are tried again before.

    ## Test what calls it

    The fake checks each request by the document and answers with values that are valid in it. Faults are made on demand:
    ${code("examples/quickstart/src/quickstart.test.ts")}, which \`pnpm test\` runs.

    ${codeBlock(exampleTest(facts).trim(), "ts")}
  `;
}

/** `AGENTS.md`: how to call and how to test, by the programs of the example, which the repository's own commands run. */
export function agents(facts: ScaffoldFacts): Markdown {
  const { env } = facts.sdk;
  const { apiError } = namesOf(facts.sdk);
  return md`
    # For agents

    How to call ${markdown(facts.title)}, and how to test what calls it. ${code("docs/generated/operations.md")} lists every method with its
    parameters.

    ## Call

    ${code("examples/quickstart/src/main.ts")}, which \`pnpm start\` runs:

    ${codeBlock(exampleProgram(facts).trim(), "ts")}

    Against the service, the client takes its address from ${code(`${env}_BASE_URL`)} and its credential from ${code(`${env}_API_KEY`)}: never
    write a credential into code. It keeps to rate limits and repeats what may be repeated, so add no loop around a call. Answers that
    are no success reject with ${code(apiError)}.

    ## Test

    ${code("examples/quickstart/src/quickstart.test.ts")}, which \`pnpm test\` runs:

    ${codeBlock(exampleTest(facts).trim(), "ts")}

    ## Change

    Folders named \`generated\` are written by \`pnpm generate\`: change the document, an overlay in \`spec/overlays\`, or \`svc.config.ts\`.
    \`pnpm test\` is what has to be green.
  `;
}

/** `llms.txt`: where to read. */
export function languageModels(facts: ScaffoldFacts): Markdown {
  return md`
    # SDK of ${markdown(facts.title)}

    - [How to call and how to test](AGENTS.md)
    - [Getting started](docs/guide.md)
    - [Every operation](docs/generated/operations.md)
    - [What the document does not say](spec/UNKNOWNS.md)
  `;
}
