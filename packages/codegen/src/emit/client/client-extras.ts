import type { Model } from "@svc/model";
import { type Code, identifier, join, str, ts } from "../../quote/index.ts";
import type { EntryOptions, Target } from "../target.ts";
import { additionsProperty, neededAdditions } from "./additions.ts";
import { serversProperty, toRows, toSchemes } from "./client-table.ts";

/** Part of the runtime's `Extras`: what it is called there, its name and module, and whether a table needs it. */
interface Part {
  readonly key: string;
  readonly name: string;
  /** Module among the sources of the client. */
  readonly from: string;
  readonly isNeeded: (data: TableData) => boolean;
  /** Set for parts of single operations: whether its row needs it. */
  readonly isOfRow?: (row: Row) => boolean;
}

interface TableData {
  /** Whether bodies and parameters may hold integers that a number cannot. */
  readonly isExact: boolean;
  /** Lower-case names of the headers of all answers that report rate limits. */
  readonly limitHeaders: readonly string[];
  readonly hasServers: boolean;
  readonly rows: readonly Row[];
  readonly schemes: readonly { readonly kind?: unknown }[];
}

/** Facts of the document that decide on a row of the table. */
interface Row {
  readonly params?: { readonly [key: string]: { readonly [key: string]: unknown } };
  readonly pathStyles?: object;
  readonly body?: { readonly type: string };
}

const PARTS: readonly Part[] = [
  {
    key: "schemes",
    name: "placeByScheme",
    from: "auth/credentials.ts",
    isNeeded: ({ schemes }) => schemes.some(({ kind }) => kind !== "bearer"),
  },
  {
    key: "bodies",
    name: "encodeBody",
    from: "params/styles.ts",
    isNeeded: ({ isExact, rows }) => !isExact && rows.some(hasOtherBody),
    isOfRow: hasOtherBody,
  },
  {
    key: "bodies",
    name: "encodeExactBody",
    from: "values/exact-json.ts",
    isNeeded: ({ isExact, rows }) => isExact && rows.some(hasBody),
    isOfRow: hasBody,
  },
  {
    key: "styles",
    name: "placeStyled",
    from: "params/styles.ts",
    isNeeded: ({ isExact, rows }) => rows.some(hasStyles) && !(isExact && rows.some(hasJson)),
    isOfRow: hasStyles,
  },
  {
    key: "styles",
    name: "placeExactStyled",
    from: "values/leaves.ts",
    isNeeded: ({ isExact, rows }) => isExact && rows.some(hasJson),
    isOfRow: hasStyles,
  },
  {
    key: "pathStyles",
    name: "stylePath",
    from: "params/styles.ts",
    isNeeded: ({ rows }) => rows.some(hasPathStyles),
    isOfRow: hasPathStyles,
  },
  {
    key: "durations",
    name: "formatDuration",
    from: "params/styles.ts",
    isNeeded: ({ rows }) => rows.some(hasDurations),
    isOfRow: hasDurations,
  },
  {
    key: "servers",
    name: "documentServers",
    from: "runtime/servers.ts",
    isNeeded: ({ hasServers }) => hasServers,
  },
  {
    key: "limits",
    name: "oneLimit",
    from: "pacing/limits-by-operation.ts",
    isNeeded: hasOneLimit,
  },
  {
    key: "limits",
    name: "limitsByOperation",
    from: "pacing/limits-by-operation.ts",
    isNeeded: (data) => data.limitHeaders.length > 0 && !hasOneLimit(data),
  },
  {
    key: "limits",
    name: "undeclaredLimits",
    from: "pacing/limits-by-operation.ts",
    // A document that says nothing of its limits may have any.
    isNeeded: ({ limitHeaders }) => limitHeaders.length === 0,
  },
];

/** The headers of one limit for all operations. */
const USUAL_HEADERS = ["x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset"];

/** `extras.ts`: the parts that the document's table and methods need. A bundle has no others. */
export function emitClientExtras(model: Model, target: Target, entry: EntryOptions = {}): Code {
  const parts = neededParts(model, target, entry);
  const additions = neededAdditions(model, target);
  const hasPlans = additions.some(({ name }) => name === "withValues");
  return ts`
    ${target.banner}
    ${importsOf([...parts, ...additions], target)}
    ${hasPlans ? [ts`import { values } from "./values.ts";`] : []}

    ${extrasConstant(parts, additions)}
  `;
}

/** Imports of parts: of the runtime, or each of its own source where the package has them. */
function importsOf(parts: readonly Pick<Part, "name" | "from">[], { runtimes }: Target): Code[] {
  const { client, clientSources } = runtimes;
  const names = parts.map(({ name }) => identifier(name));
  if (clientSources === undefined) {
    const imported = names.length > 0 ? ts`{ ${join([...names, ts`type Extras`], ", ")} }` : ts`type { Extras }`;
    return [ts`import ${imported} from ${str(client)};`];
  }
  const source = (file: string): Code => str(clientSources + file);
  return [
    ...parts.map(({ from }, index) => ts`import { ${names[index] ?? []} } from ${source(from)};`),
    ts`import type { Extras } from ${source("extras.ts")};`,
  ];
}

/** The parts of functions of operations: those of all, and those of the operation of a row. */
export function functionParts(model: Model, target: Target, entry: EntryOptions) {
  const parts = neededParts(model, target, entry);
  const member = ({ key, name }: Part): Code => ts`${identifier(key)}: ${identifier(name)}`;
  return {
    imported: parts.map(({ name }) => identifier(name)),
    members: parts.filter(({ isOfRow }) => !isOfRow).map(member),
    membersOf: (row: object) => parts.filter(({ isOfRow }) => isOfRow?.(row)).map(member),
  };
}

function extrasConstant(parts: readonly Part[], additions: readonly { readonly name: string }[]): Code {
  return ts`
    /** The optional parts of the runtime that the document needs. */
    export const extras: Extras = {
      ${parts.map(({ key, name }) => ts`${identifier(key)}: ${identifier(name)},`)}
      ${additionsProperty(additions.map(({ name }) => name))}
    };`;
}

function neededParts(model: Model, { decoding }: Target, entry: EntryOptions = {}): readonly Part[] {
  const data = {
    isExact: decoding?.isExact === true,
    hasServers: serversProperty(model, entry).length > 0,
    rows: toRows(model) as readonly Row[],
    schemes: Object.values(toSchemes(model)) as { kind?: string }[],
    limitHeaders: toLimitHeaders(model),
  };
  return PARTS.filter(({ isNeeded }) => isNeeded(data));
}

function toLimitHeaders({ operations }: Model): readonly string[] {
  const names = operations
    .flatMap(({ responses }) => responses)
    .flatMap(({ headers }) => headers.map(({ name }) => name.toLowerCase()));
  return [...new Set(names.filter((name) => /rate-?limit|api-call-limit|retry-after-ms/.test(name)))].sort();
}

function hasOneLimit({ limitHeaders }: TableData): boolean {
  return limitHeaders.join() === USUAL_HEADERS.join();
}

function hasBody({ body }: Row): boolean {
  return body !== undefined;
}

/** JSON is what openapi-fetch makes of a body by itself. */
function hasOtherBody({ body }: Row): boolean {
  return body !== undefined && body.type !== "application/json";
}

function hasPathStyles({ pathStyles }: Row): boolean {
  return pathStyles !== undefined;
}

function hasDurations({ params = {} }: Row): boolean {
  return Object.values(params).some(({ duration }) => duration === true);
}

function hasJson({ params = {} }: Row): boolean {
  return Object.values(params).some(({ json }) => json === true);
}

/** The runtime leaves these to the part; it places plain query parameters and headers by itself. */
function hasStyles({ params = {} }: Row): boolean {
  return Object.values(params).some(
    (row) => ["style", "explode", "json", "reserved"].some((key) => key in row) || row["in"] === "cookie",
  );
}
