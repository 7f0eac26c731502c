import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import {
  Application,
  Comment,
  Converter,
  type DeclarationReflection,
  OptionDefaults,
  type TypeDocOptions,
} from "typedoc";
import type { PluginOptions } from "typedoc-plugin-markdown";
import { EXPORTED_KINDS, isDocumented, membersOf } from "./documented.ts";
import { entryPoints } from "./entry-points.ts";
import { addExamples, readExamples } from "./examples.ts";

// Writes the API reference as Markdown: `node docs/site/build-api.ts --out FOLDER`. A warning is an error.
const ROOT = join(import.meta.dirname, "../..");
const { values } = parseArgs({ options: { out: { type: "string" } } });
const { out } = values;
if (out === undefined) throw new Error("--out FOLDER is needed.");

const entries = entryPoints(ROOT);
const examples = readExamples(join(ROOT, "docs/api"));
const withoutExample: string[] = [];
const app = await Application.bootstrapWithPlugins(options(out));
app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
  for (const module of project.children ?? []) {
    const id = project.getSymbolIdFromReflection(module);
    const entry = entries.find(({ source }) => source === `${id?.packageName}/${id?.packagePath}`);
    if (entry === undefined) throw new Error(`No entry point is the module ${module.name}.`);
    module.name = entry.name;
    if (entry.summary !== undefined) module.comment ??= new Comment([{ kind: "text", text: entry.summary }]);
    withoutExample.push(...addExamples(module, examples));
  }
  for (const { comment } of Object.values(project.reflections)) if (comment !== undefined) describe(comment);
});
const project = await app.convert();
if (project === undefined) process.exit(1);
for (const member of membersOf(project).filter((one) => !isDocumented(one))) {
  app.logger.validationWarning(`${member.getFriendlyFullName()} has no doc comment` as never);
}
for (const name of withoutExample) app.logger.validationWarning(`${name} has no example in docs/api` as never);
app.validate(project);
await app.generateOutputs(project);
writeFileSync(join(out, "index.md"), indexOf(project.children ?? []));
process.exitCode = app.logger.hasErrors() || app.logger.hasWarnings() ? 1 : 0;

/** The list of modules with the first sentence of each: typedoc's has their names alone. */
function indexOf(modules: readonly DeclarationReflection[]): string {
  const items = modules.map(({ name, comment }) => {
    const text = Comment.combineDisplayParts(comment?.summary).replaceAll("\n", " ");
    return `- [\`${name}\`](${name}/index.md)\n\n  ${/^.*?\.(?=\s|$)/.exec(text)?.[0] ?? text}\n`;
  });
  return `# API\n\nEvery entry of the published packages, and its purpose.\n\n<div class="members">\n\n${items.join("\n")}\n</div>\n`;
}

/** The text of `@description` is what others write without a tag. */
function describe(comment: Comment): void {
  const text = comment.getTag("@description");
  if (text === undefined || comment.summary.length > 0) return;
  comment.summary = text.content;
  comment.removeTags("@description");
}

function options(folder: string): TypeDocOptions & Partial<PluginOptions> & { docsRoot: string } {
  return {
    name: "API",
    entryPoints: entries.map(({ file }) => file),
    tsconfig: join(ROOT, "docs/site/api/tsconfig.json"),
    basePath: ROOT,
    plugin: ["typedoc-plugin-markdown", "typedoc-vitepress-theme"],
    out: folder,
    docsRoot: dirname(folder),
    readme: "none",
    disableSources: true,
    excludeInternal: true,
    excludePrivate: true,
    // As the modules export them.
    sort: [],
    groupOrder: ["Functions", "Variables", "Classes", "*"],
    // openapi-typescript's tags.
    blockTags: [...OptionDefaults.blockTags, "@constant", "@description", "@type"],
    // Texts of the document name paths as they like.
    validation: { notExported: true, invalidLink: true, invalidPath: false, rewrittenLink: true, notDocumented: true },
    requiredToBeDocumented: [...EXPORTED_KINDS],
    packagesRequiringDocumentation: ["@svc/client", "@svc/testing", "@svc/types", "@svc/spec"],
    // An inherited comment of fast-check's names its functions.
    externalSymbolLinkMappings: { "fast-check": { "*": "https://fast-check.dev/" } },
    hideBreadcrumbs: true,
    pageTitleTemplates: { module: "{name}", member: "{name}" },
    parametersFormat: "table",
    interfacePropertiesFormat: "table",
    classPropertiesFormat: "table",
    typeAliasPropertiesFormat: "table",
    typeDeclarationFormat: "table",
    tableColumnSettings: { hideModifiers: true, hideInherited: true, hideOverrides: true },
    excludeExternals: true,
    sortEntryPoints: false,
    sanitizeComments: true,
  };
}
