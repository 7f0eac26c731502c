import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { namesOf } from "../../emit/sdk-name.ts";
import type { Files } from "../../emitter.ts";
import { codeBlock, json, markdown } from "../../quote/index.ts";
import { TEMPLATES } from "../../stamp.ts";
import { PACKAGES } from "../load-repository.ts";
import { callProgram, exampleProgram, exampleTest } from "./example.ts";
import type { ScaffoldFacts } from "./facts.ts";

const SUFFIX = ".template";
const FIRST_CHANGESET = ".changeset/first-release.md";

/**
 * Every file of a repository that is written once, and belongs to its people from then on: the programs of the example, and
 * the package's folder `templates`, whose files have the paths that they are written to.
 */
export function scaffold(facts: ScaffoldFacts): Files {
  const values = valuesOf(facts);
  const folder = fileURLToPath(TEMPLATES);
  const templates = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(SUFFIX));
  const files = templates.sort().map((path): [string, string] => {
    const text = readFileSync(join(folder, path), "utf8");
    return [path.replaceAll("\\", "/").slice(0, -SUFFIX.length), fill(text, values)];
  });
  return new Map([
    ...files.filter(([path]) => path !== FIRST_CHANGESET || facts.released === "0.0.0"),
    ["examples/quickstart/src/call.ts", callProgram(facts)],
    ["examples/quickstart/src/main.ts", exampleProgram(facts)],
    ["examples/quickstart/src/quickstart.test.ts", exampleTest(facts)],
  ]);
}

/** Texts of the placeholders of templates, quoted for where they stand: those of the document in Markdown and JSON. */
function valuesOf(facts: ScaffoldFacts): { readonly [placeholder: string]: string } {
  const { scope, sdk, title, version, released } = facts;
  return {
    scope,
    version,
    released,
    name: sdk.kebab,
    env: sdk.env,
    apiError: namesOf(sdk).apiError,
    title: markdown(title),
    titleJson: json(title).trim(),
    ...Object.fromEntries(PACKAGES.map((name) => [`${name}Title`, markdown(`${scope}/${name}`)])),
    call: codeBlock(callProgram(facts).trim(), "ts"),
    main: codeBlock(exampleProgram(facts).trim(), "ts"),
    test: codeBlock(exampleTest(facts).trim(), "ts"),
  };
}

/** Fills `{{name}}`; expressions of workflows have a space inside of their braces. */
function fill(template: string, values: { readonly [placeholder: string]: string }): string {
  return template.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`No value for the placeholder ${name} of a template.`);
    return value;
  });
}
