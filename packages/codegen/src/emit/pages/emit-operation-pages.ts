import { groupBy } from "@svc/diff";
import {
  compareText,
  type Model,
  type Operation,
  preferredContent,
  routeText,
  serviceRequests,
  type Webhook,
} from "@svc/model";
import { createBuilders, TooLargeError } from "@svc/schema";
import type { Files } from "../../emitter.ts";
import { code, codeBlock, link, literal, type Markdown, markdown, markdownBlock, md } from "../../quote/index.ts";
import { signature } from "../calls.ts";
import { clientVariable, namesOf } from "../sdk-name.ts";
import { typeText } from "../type-text.ts";
import { fieldList } from "./members.ts";
import { emitOperationPage } from "./operation-page.ts";
import type { PageContext } from "./page-context.ts";

/** A page for each operation of a document, one of its webhooks where there are any, and a list of all. */
export function emitOperationPages(context: PageContext): Files {
  const { folder, list, model } = context;
  const files = pageFiles(model.operations);
  const fixtureOf = fixturesOf(model);
  const pages = groupsOf(model)
    .flatMap(([, operations]) => operations)
    .map((operation): [string, string] => {
      const page = emitOperationPage({ operation, context, fixture: fixtureOf(operation) });
      return [`${folder}${files.get(operation)}`, withoutGaps(page)];
    });
  const webhooks = hasWebhooks(model)
    ? [[`${folder}${WEBHOOKS}`, withoutGaps(emitWebhooksPage(context))] as const]
    : [];
  return new Map([[list, withoutGaps(emitList(context, files))], ...pages, ...webhooks]);
}

/** Longest answer that a reader looks through, in characters. */
const LONGEST_ANSWER = 8000;

/** Answers that the builders make, as JSON text; undefined where there is none to show. */
function fixturesOf(model: Model): (operation: Operation) => string | undefined {
  const build = createBuilders<{ response(id: string): unknown }>(model);
  return ({ id }) => {
    // One of a list shows what all look like. Of no body, the text is undefined.
    const first = (_: string, value: unknown) => (Array.isArray(value) ? value.slice(0, 1) : value);
    const text: string | undefined = JSON.stringify(answerOf(build, id), first, 2);
    return text === undefined || text.length > LONGEST_ANSWER ? undefined : text;
  };
}

/** An answer; undefined where it would have more values than can be made. */
function answerOf(build: { response(id: string): unknown }, id: string): unknown {
  try {
    return build.response(id);
  } catch (error) {
    if (error instanceof TooLargeError) return undefined;
    throw error;
  }
}

const WEBHOOKS = "webhooks.md";

function hasWebhooks(model: Model): boolean {
  return serviceRequests(model).length > 0;
}

/** Sections begin with an empty line and end with one: two in a row are one too many. Code has none. */
function withoutGaps(page: string): string {
  return page.replace(/^\n+/, "").replaceAll(/\n{3,}/g, "\n\n");
}

type PageFiles = ReadonlyMap<Operation, string>;

const NINE = [1, 2, 3, 4, 5, 6, 7, 8, 9];
const DEVICES = ["con", "prn", "aux", "nul", ...NINE.flatMap((number) => [`com${number}`, `lpt${number}`])];

/** File names by operation: its id where that is a file name, and no two that differ in case only. */
export function pageFiles(operations: readonly Operation[]): PageFiles {
  // Windows keeps the names of devices for itself, whatever stands behind a dot.
  const taken = new Set(["index", "webhooks", ...DEVICES]);
  return new Map(
    operations.map((operation) => {
      const plain =
        operation.id
          .replaceAll(/[^\w-]+/g, "-")
          .replaceAll(/^-+|-+$/g, "")
          .slice(0, 100) || "operation";
      let name = plain;
      for (let count = 2; taken.has(name.toLowerCase()); count++) name = `${plain}-${count}`;
      taken.add(name.toLowerCase());
      return [operation, `${name}.md`];
    }),
  );
}

type Group = readonly [tag: string, operations: readonly Operation[]];

/** Operations by their first tag, in the order of the list. */
function groupsOf({ operations }: Model): Group[] {
  const groups = groupBy(operations, ({ tags }) => tags[0] ?? "");
  return [...groups].sort(([a], [b]) => compareText(a, b));
}

function emitList(context: PageContext, files: PageFiles): Markdown {
  const { banner, folder, model } = context;
  return md`
    ${banner}

    # Operations

    The ${markdown(String(model.operations.length))} operations of version ${markdown(model.version)} of the document, and the method that calls each.
    ${groupsOf(model).map((group) => emitGroup(group, files, context))}
    ${hasWebhooks(model) ? md`\n## Webhooks\n\n${link(md`What the service sends to you`, `./${folder}${WEBHOOKS}`)}` : md``}
  `;
}

function emitGroup([tag, operations]: Group, files: PageFiles, context: PageContext): Markdown {
  const { folder, layout, model, sdk } = context;
  const { description } = model.tags.find(({ name }) => name === tag) ?? {};
  return md`

    ${tag === "" ? md`## Without a tag` : md`## ${markdown(titleOf(tag, model))}`}

    ${markdownBlock(description ?? "", 2)}

    ${layout.members(operations.map((operation) => item(operation, `./${folder}${files.get(operation)}`, clientVariable(sdk))))}
  `;
}

/** Tags that a title names: of a chain of thousands, each would name all before it. */
const MAX_TITLES = 8;

/** The title of a tag, behind those of the tags that it is below. */
function titleOf(tag: string, { tags }: Model): string {
  const titles: string[] = [];
  // Tags in a circle are each below the other: each is named once.
  for (
    let name: string | undefined = tag;
    name !== undefined && titles.length < Math.min(tags.length + 1, MAX_TITLES);
  ) {
    const found = tags.find((candidate) => candidate.name === name);
    titles.unshift(found?.summary ?? name);
    name = found?.parent;
  }
  return titles.join(" › ");
}

function item(operation: Operation, address: string, client: string): Markdown {
  const { summary, id } = operation;
  return md`
    - ${link(markdown(summary ?? id), address)}

      ${code(signature(operation, client))}, ${code(routeText(operation))}

  `;
}

/** One page of the requests that the service sends: their payloads, how one is received, and how a test sends one. */
function emitWebhooksPage(context: PageContext): Markdown {
  const { banner, model } = context;
  const { webhookSignature: scheme } = model;
  const requests = serviceRequests(model);
  return md`
    ${banner}

    # Webhooks

    The requests that the service sends to you: webhooks, and callbacks of operations as ${code("operation.callback")}. They are signed ${scheme === undefined ? md`as Standard Webhooks are` : md`in the header ${code(scheme.header)}`}.

    ${requests.slice(0, 1).map((first) => codeBlock(receiveProgram(first, context), "ts"))}
    ${requests.map((webhook) => section(webhook, context))}
  `;
}

/** A program by itself: each page is run. */
function receiveProgram({ name }: Webhook, { modules, sdk }: PageContext): string {
  const { createFake } = namesOf(sdk);
  return `import { unwrap } from ${literal(`${modules.client}/webhooks`)};
import { ${createFake} } from ${literal(modules.testing)};

const fake = ${createFake}();
const { clock } = fake;
const { secret } = fake.webhooks;
async function receive(request: Request): Promise<Response> {
  console.log(await unwrap(request, secret, { clock }));
  return new Response(null, { status: 204 });
}
await fake.webhooks.send(${literal(name)}, undefined, {
  to: receive,
});`;
}

function section(webhook: Webhook, context: PageContext): Markdown {
  const { model } = context;
  const { name, method, summary, description, deprecated, body } = webhook;
  const content = preferredContent(body?.content ?? []);
  const callback = model.callbacks?.find((one) => `${one.operation}.${one.name}` === name);
  const to = callback === undefined ? md`` : md` to ${code(callback.expression)}`;
  const schema = content?.schema ?? {};
  return md`

    ## ${code(name)}

    ${description === undefined && summary === undefined ? md`` : markdownBlock(description ?? summary ?? "", 3)}

    ${code(method.toUpperCase())}${to}${content === undefined ? md`, no body` : md`, ${code(content.mediaType)}: ${code(typeText(schema, model))}`}.${deprecated ? md` **Deprecated.**` : md``} ${markdown(body?.description ?? "")}
    ${content === undefined ? md`` : fieldList(schema, context)}

    A test sends it by ${code(`fake.webhooks.send(${literal(name)})`)}.
  `;
}
