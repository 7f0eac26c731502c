import { detectPagination, methodArguments, type Operation, type Pagination } from "@svc/model";
import { type HandleNode, handleTree, propertiesOf, type Resource } from "@svc/resources";
import { createValidate } from "@svc/schema";
import { methodOf, openTree, type Tree, type TreeClient, type TreeFake } from "../documents/open-tree.ts";

/** Result of iterating, by the generated client, over the lists that a document gives in parts. */
export interface IteratedLists {
  /** Lists of things that the fake keeps. */
  readonly lists: number;
  /** Lists of what it makes up for each request: they have to end. */
  readonly madeUp: number;
  /** Lists of items of which the document tells nothing that could differ. */
  readonly alike: number;
  /** One line per list that did not give every item once, or did not end. */
  readonly problems: readonly string[];
}

interface Kept {
  add(items: readonly object[]): unknown[];
  clear(): void;
}

interface Modules extends Pick<Tree, "build" | "model"> {
  readonly client: TreeClient;
  readonly fake: TreeFake;
}

/** Sizes of parts to ask for, small ones first. */
const SIZES = [2, "2", 3, 5, 10, 20, 25, 50, 100];
/** Size of a part that the fake takes where neither request nor document says one. */
const DEFAULT_SIZE = 20;

/** Puts items into each list of a generated tree's fake, and iterates over all parts by the tree's client. */
export async function iterateLists(directory: string): Promise<IteratedLists> {
  const { build, model, credentials, createFake, createClient } = await openTree(directory);
  const baseUrl = "https://fake.invalid";
  const fake = createFake({ baseUrl, rateLimit: false });
  const client = createClient({ baseUrl, fetch: fake.fetch, rateLimit: false, retry: false, ...credentials });
  const modules: Modules = { client, fake, build, model };
  const problems: string[] = [];
  const counts = { lists: 0, madeUp: 0, alike: 0 };
  for (const operation of model.operations) {
    const resource = fake.resources.find(({ roles }) => roles[operation.id]?.does === "list");
    const page = pageOf(operation, model, resource);
    if (page === undefined) continue;
    counts[resource === undefined ? "madeUp" : "lists"]++;
    fake.reset();
    const problem = await iterate({ ...modules, operation, page }, resource).catch((error: unknown) => String(error));
    if (problem === ALIKE) counts.alike++;
    else if (problem !== undefined) problems.push(`${operation.id} (${page.kind}): ${problem}`);
  }
  return { ...counts, problems };
}

/** How a list is paged: the table knows of descriptions, too, and of parameters that the client does not. */
function pageOf(
  operation: Operation,
  { schemas }: Tree["model"],
  resource: Resource | undefined,
): Pagination | undefined {
  const role = resource?.roles[operation.id];
  const told = role?.does === "list" ? role.pagination : undefined;
  const isDeclared = operation.parameters.some(({ name }) => name === told?.parameter);
  return isDeclared ? told : detectPagination(operation, schemas);
}

interface Listing extends Modules {
  readonly operation: Operation;
  readonly page: Pagination;
}

const ALIKE = "items are all alike";

async function iterate(listing: Listing, resource: Resource | undefined): Promise<string | undefined> {
  const { fake, client, operation } = listing;
  const { args, size } = argumentsOf(listing);
  const count = size * 2 + 1;
  const list = async (): Promise<unknown[]> => {
    const shown: unknown[] = [];
    try {
      for await (const item of methodOf(client, operation)(...args) as unknown as AsyncIterable<unknown>) {
        shown.push(item);
        if (shown.length > count + 1000) throw new Error("never ends");
      }
    } catch (error) {
      // Pages of items that are all alike are the same: the client refuses them.
      if (!/a page came twice/.test(String(error))) throw error;
    }
    return shown;
  };
  if (resource === undefined) return void (await list());
  let first: string | undefined;
  const texts = new Set<string>();
  for (const items of fillings(listing, { resource, args, count })) {
    const before = fake.calls.length;
    const shown = await list();
    const parts = fake.calls.length - before;
    const problem = problemOf(shown, items, resource);
    if (problem === undefined) return parts > 2 ? undefined : `${count} items in ${parts} parts`;
    first ??= `${problem}, in ${parts} parts`;
    const different = new Set(shown.map((one) => JSON.stringify(one)));
    for (const one of different) texts.add(one);
    if (different.size > 1 && different.size === shown.length) break;
  }
  // Of items that are all alike, the second page is refused.
  return texts.size === 1 ? ALIKE : (first ?? "no items can be put in");
}

/** Every item has to be shown once. */
function problemOf(shown: readonly unknown[], items: readonly unknown[], { id = "" }: Resource): string | undefined {
  const idOf = (item: unknown) => (Object(item as object) as { readonly [name: string]: unknown })[id];
  const found = new Set<unknown>(shown.map((one) => idOf(one) ?? JSON.stringify(one)));
  const missing = shown.every((one) => idOf(one) !== undefined) ? items.filter((one) => !found.has(idOf(one))) : [];
  if (shown.length === items.length && found.size === items.length && missing.length === 0) return undefined;
  return `${shown.length} items of ${items.length}, ${found.size} different, ${missing.length} missing`;
}

/** Arguments of a list's method, with no parameter that is not required but the size of a part. */
function argumentsOf({ operation, page, build, model }: Listing): { readonly args: unknown[]; readonly size: number } {
  const { path, body, params } = methodArguments(operation);
  const built = build.args(operation.id);
  const at = path.length + (body === undefined ? 0 : 1);
  const given = (built[at] ?? {}) as { readonly [key: string]: unknown };
  const validate = createValidate(model.schemas);
  const limit = params.find(({ parameter }) => parameter.name === page.size);
  const size = limit && SIZES.find((one) => validate(limit.parameter.schema, one as number).length === 0);
  const kept = params.flatMap(({ key, parameter }) => {
    if (parameter === limit?.parameter) return size === undefined ? [] : [[key, size]];
    return parameter.required && parameter.name !== page.parameter ? [[key, given[key]]] : [];
  });
  return {
    args: [...built.slice(0, at), ...(params.length > 0 ? [Object.fromEntries(kept)] : [])],
    size: Number(size ?? page.defaultSize ?? Math.min(page.maxSize ?? DEFAULT_SIZE, DEFAULT_SIZE)),
  };
}

interface Filling {
  readonly resource: Resource;
  readonly args: readonly unknown[];
  readonly count: number;
}

/** Puts items into the collection that a list shows, such as its filters keep: as they come, then such as differ in a field. */
function* fillings(listing: Listing, { resource, args, count }: Filling): Generator<unknown[]> {
  const { fake, model } = listing;
  const handle = handleOf(listing, resource, args.map(String));
  const given = givenFor(listing, { resource, args, handle });
  const fields = [...propertiesOf(resource.schema, model.schemas).keys()];
  const others = fields.filter((name) => name !== resource.id && !Object.hasOwn(given, name));
  const differing = others.flatMap((name) => MARKS.map((mark) => (index: number) => ({ [name]: mark(index) })));
  for (const differ of [() => ({}), ...differing]) {
    fake.reset();
    const items = addOrNot(
      handle,
      Array.from({ length: count }, (_, index) => ({ ...given, ...differ(index) })),
    );
    if (items !== undefined) yield items;
  }
}

/** Fields that a list's filters ask for; where items cannot have what is asked for, what they have is asked for. */
function givenFor(
  { operation, model }: Listing,
  { resource, args, handle }: Pick<Filling, "resource" | "args"> & { readonly handle: Kept },
): { readonly [field: string]: unknown } {
  const role = resource.roles[operation.id];
  const filters = role?.does === "list" ? role.filters : {};
  const asked = Object(args.at(-1)) as { [key: string]: unknown };
  const wished = methodArguments(operation).params.flatMap(({ key, parameter }) => {
    const filter = filters[parameter.name];
    if (filter?.kind !== "equals" || asked[key] === undefined) return [];
    const { field, as } = filter;
    // The value, the object that has it, or a list of such objects.
    const shape = propertiesOf(resource.schema, model.schemas).get(field)?.schema ?? {};
    const inner = as === undefined ? [...propertiesOf(shape, model.schemas).keys()] : [as];
    const objects = inner.flatMap((name) => [{ [name]: asked[key] }, [{ [name]: asked[key] }]]);
    const forms = as === undefined ? [asked[key], ...objects] : objects;
    const fitting = forms.find((form) => addOrNot(handle, [{ [field]: form }]) !== undefined);
    if (fitting !== undefined) return [[field, fitting] as const];
    const [item] = addOrNot(handle, [{}]) ?? [];
    const own = [(Object(item) as { readonly [name: string]: unknown })[field]].flat()[0] ?? asked[key];
    asked[key] = as === undefined ? own : ((Object(own) as { readonly [name: string]: unknown })[as] ?? asked[key]);
    return [[field, as === undefined ? asked[key] : own] as const];
  });
  return Object.fromEntries(wished);
}

const MARKS = [(index: number) => `item ${index}`, (index: number) => index + 1];

function addOrNot(handle: Kept, items: readonly object[]): unknown[] | undefined {
  try {
    return handle.add(items);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

/** The handle of a resource: `fake.sessions("s1").network.logs`. */
function handleOf({ fake, model }: Listing, resource: Resource, parameters: readonly string[]): Kept {
  const paths = model.operations.map(({ path }) => path);
  const steps = stepsTo(resource, handleTree(paths, fake.resources)) ?? [];
  const values = [...parameters];
  return steps.reduce<unknown>((node, name) => {
    if (name === undefined) return (node as (value: string) => unknown)(values.shift() ?? "");
    return (node as { readonly [name: string]: unknown })[name];
  }, fake) as Kept;
}

/** Names that lead to a resource's handle, and undefined for values of parameters. */
function stepsTo(resource: Resource, node: HandleNode): (string | undefined)[] | undefined {
  if (node.resource === resource) return [];
  const below = [...node.children, ...(node.item === undefined ? [] : [[undefined, node.item] as const])];
  for (const [name, child] of below) {
    const steps = stepsTo(resource, child);
    if (steps !== undefined) return [name, ...steps];
  }
  return undefined;
}

if (import.meta.main) console.log(JSON.stringify(await iterateLists(process.argv[2] ?? ".")));
