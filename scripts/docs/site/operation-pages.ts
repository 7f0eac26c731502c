import { DEFAULT_NAME } from "@svc/codegen/emit";
import { callExpression, emitOperationPages, type PageLayout, sampleCall } from "@svc/codegen/pages";
import { codeBlock, join, link, type Markdown, md } from "@svc/codegen/quote";
import type { Files } from "@svc/codegen/workspace";
import type { Model, Operation } from "@svc/model";

/** The pages of operations as the site has them, relative to its folder of operations. */
export function operationPages(model: Model): Files {
  return emitOperationPages({
    model,
    sdk: DEFAULT_NAME,
    modules: { client: "@svc/client", testing: "@svc/testing", build: "@svc/testing/build" },
    fake: "npx svc-fake --port 4010",
    banner: md``,
    list: "index.md",
    folder: "",
    unknowns: "../unknowns.md",
    layout: { ...VITEPRESS, tryIt: (operation) => consoleLink(operation, model) },
  });
}

/** Containers of VitePress, and classes of the theme: columns, and lists with lines between their entries. */
const VITEPRESS: PageLayout = {
  tabs: (samples) => md`
    ::: code-group

    ${join(
      samples.map(({ text, language, label }) => codeBlock(text, language, label)),
      "\n\n",
    )}

    :::
  `,
  aside: (sections) => md`
    <div class="aside">

    ${sections}

    </div>
  `,
  members: (items) => md`

    <div class="members">

    ${items}

    </div>
  `,
  errorPage: (name) => `../api/@svc/client/classes/${name}.md`,
};

/** A link to the console of the site, with the call in its editor. */
function consoleLink(operation: Operation, model: Model): Markdown {
  // On one line: a link has no other.
  const call = callExpression(operation, sampleCall(operation, model), "svc").replaceAll(/\n\s*/g, " ");
  return md` ${link(md`Try it in the console`, `../console/#code=return ${call};`)}.`;
}
