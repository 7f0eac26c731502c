import type { Method } from "../model.ts";
import { camelCase, compareText, suffix, words } from "../words.ts";
import { entryOf, findKeepers, type NameLedger } from "./name-ledger.ts";
import { pathSegments } from "./operation-ids.ts";

export interface NamableOperation {
  readonly id: string;
  readonly method: Method;
  readonly path: string;
  /** `x-svc-method`: the name as the document wants it. */
  readonly override?: readonly string[] | undefined;
  /** A GET whose success body is an array, or which is paginated. */
  readonly listsItems: boolean;
  /** A GET whose success is a stream, where nothing else is asked for. */
  readonly streams?: boolean;
}

/** Members that the client has by itself, and names that JavaScript gives a meaning. */
const RESERVED_ANYWHERE = new Set(["then", "constructor", "prototype", "toJSON", "toString", "valueOf"]);
const RESERVED_AT_TOP = new Set(["raw", "rateLimit", "close", "withOptions"]);

/**
 * SDK method names: static path segments are the nouns, the last part says what is done. The ledger wins over derived names,
 * so that a name once released stays; the document's own wish wins over it. Where two operations would share a name, the one
 * with the shorter path, or of one item, keeps it and the other is called by its operation id, below the same nouns, or after the
 * many that it acts on (`users.ban(id)`, `users.banMany()`). No derived name is one
 * that another operation has or had: it would take the place of its alias.
 */
export function nameOperations(
  operations: readonly NamableOperation[],
  ledger: KnownNames = { operations: {} },
): string[][] {
  const collections = new Set(
    operations.map(({ path }) => parentCollection(path)).filter((path) => path !== undefined),
  );
  const pathsOf = (wanted: string) =>
    new Set(operations.flatMap(({ method, path }) => (method === wanted ? [path] : [])));
  const paths: Paths = { collections, read: pathsOf("get"), patched: pathsOf("patch") };
  const names: string[][] = operations.map(() => []);
  const given = givenNames(operations, ledger);
  const taken = new Set<string>();
  for (const { operation, index, fixed } of byPrecedence(operations, ledger)) {
    const derived = candidates(operation, paths).map(avoidReserved);
    const options = [...fixed, ...derived.map((name) => name.join(".")).filter((name) => !given.has(name))];
    const name = options.find((option) => !taken.has(option)) ?? "";
    taken.add(name);
    names[index] = name.split(".");
  }
  return names;
}

/** Method names in a ledger. */
export type KnownNames = Pick<NameLedger, "operations"> & {
  readonly aliases?: Pick<NonNullable<NameLedger["aliases"]>, "methods">;
};

/** Every name that an operation of the document was given before. */
function givenNames(operations: readonly NamableOperation[], { operations: names, aliases }: KnownNames): Set<string> {
  const ids = new Set(operations.map(({ id }) => id));
  const former = Object.entries(aliases?.methods ?? {}).map(([name, id]) => [id, name] as const);
  return new Set([...Object.entries(names), ...former].filter(([id]) => ids.has(id)).map(([, name]) => name));
}

/** Of several methods of a path that names an action, the first does it: `PUT /gists/{id}/star`, not `DELETE`. */
const PRECEDENCE: readonly Method[] = ["post", "put", "patch", "get", "head", "options", "trace", "query", "delete"];

function precedence(method: Method): number {
  return PRECEDENCE.includes(method) ? PRECEDENCE.indexOf(method) : PRECEDENCE.length;
}

function byPrecedence(operations: readonly NamableOperation[], ledger: KnownNames) {
  const items = operations
    .map((operation, index) => ({
      operation,
      index,
      depth: operation.path.split("/").length - (actsOnItem(operation.path) ? ITEM_DEPTH : 0),
      kept: dotted(entryOf(ledger.operations, operation.id)?.split(".")),
      wish: dotted(operation.override),
    }))
    .sort(
      (a, b) =>
        a.depth - b.depth ||
        compareText(a.operation.path, b.operation.path) ||
        precedence(a.operation.method) - precedence(b.operation.method),
    );
  // Operations that keep their name come first, then those that have one and get another: no newcomer's wish takes it away.
  const keepers = findKeepers(items);
  return items
    .map((item) => {
      const { kept, wish } = item;
      const isKeeper = keepers.has(item);
      const fixed = (isKeeper ? [kept] : [wish, kept]).filter((name) => name !== undefined);
      const rank = kept === undefined ? (wish === undefined ? 3 : 2) : isKeeper ? 0 : 1;
      return { ...item, fixed, rank };
    })
    .sort((a, b) => a.rank - b.rank);
}

/** An action on one item goes before the same on many: `users.ban(id)` is `POST /users/{id}/ban`, not `POST /users/ban`. */
function actsOnItem(path: string): boolean {
  const [, action] = /\}\/([^{}/]+)$/.exec(path) ?? [];
  return action !== undefined && isAction(words(action));
}

const ITEM_DEPTH = 2;

function dotted(name: readonly string[] | undefined): string | undefined {
  return name && avoidReserved(name).join(".");
}

/** `/users/{id}` -> `/users`: the path below which single items live. */
function parentCollection(path: string): string | undefined {
  const match = /^(.*)\/\{[^/{}]*\}$/.exec(path);
  return match?.[1];
}

/** Paths of a document. */
interface Paths {
  /** Those below which single items live. */
  readonly collections: ReadonlySet<string>;
  /** Those with a GET. */
  readonly read: ReadonlySet<string>;
  /** Those with a PATCH. */
  readonly patched: ReadonlySet<string>;
}

function candidates(operation: NamableOperation, { collections, read, patched }: Paths): string[][] {
  const { nouns, verb, isOfMany } = describe(operation, collections);
  const { method, path } = operation;
  // Where POST on the collection creates, and nothing else updates, POST on an item that is read by its path does.
  const isItem = parentCollection(path) !== undefined && read.has(path);
  const isUpdate = method === "post" && isItem && !patched.has(path);
  const id = camelCase(withoutNouns(operation.id, nouns));
  const unique = suffix(`${operation.method} ${operation.path}`);
  const ofId =
    id === ""
      ? []
      : [
          [...nouns, id],
          ...(isOfMany ? [[...nouns, `${verb}Many`]] : []),
          [...nouns, camelCase(operation.id)],
          [...nouns, `${id}_${unique}`],
        ];
  const update = isUpdate ? [[...nouns, "update"]] : [];
  return [[...nouns, verb], ...update, ...ofId, [...nouns, `${verb}_${unique}`]];
}

/** `actions/download-artifact` below `actions` -> `download artifact`: the nouns stand before it already. */
function withoutNouns(id: string, nouns: readonly string[]): string {
  const known = new Set(nouns.flatMap((noun) => [noun, ...words(noun)]).map((noun) => noun.toLowerCase()));
  const all = words(id);
  const first = all.findIndex((word) => !known.has(word.toLowerCase()));
  return first < 1 ? id : all.slice(first).join(" ");
}

function describe({ method, path, listsItems, streams }: NamableOperation, collections: ReadonlySet<string>) {
  const segments = pathSegments(path);
  const nouns = segments.flatMap((segment) => (segment.kind === "static" ? [camelCase(segment.text)] : []));
  const named = nouns.filter((noun) => noun !== "");
  const last = segments.at(-1);
  if (last?.kind === "static" && isAction(words(last.text)) && !collections.has(path)) {
    return { nouns: named.slice(0, -1), verb: named.at(-1) ?? method, isOfMany: !actsOnItem(path) };
  }
  // A stream is iterated, not got: `for await (const event of svc.agents.events("a1"))`.
  if (last?.kind === "static" && streams === true) return { nouns: named.slice(0, -1), verb: named.at(-1) ?? method };
  const isList = listsItems || (last?.kind === "static" && collections.has(path));
  return {
    nouns: named.length > 0 ? named : ["root"],
    verb: method === "get" ? (isList ? "list" : "get") : (VERB_OF[method] ?? camelCase(method)),
  };
}

/** Other methods are called as they are: `items.query`, `items.copy`. */
const VERB_OF: { readonly [method in Method]?: string } = {
  post: "create",
  put: "replace",
  patch: "update",
};

function avoidReserved(name: readonly string[]): string[] {
  return name.map((part, index) =>
    RESERVED_ANYWHERE.has(part) || (index === 0 && RESERVED_AT_TOP.has(part)) ? `${part}_` : part,
  );
}

/**
 * Words that name an action when they stand (or lead) in the last static segment of a path: `POST /sessions/start`,
 * `POST /users/{id}/verify_password`. Words that are as often nouns (`replay`, `log`, `count`, `token`) are left out:
 * a noun taken for a verb gives a worse name than a verb taken for a noun.
 */
const VERBS: ReadonlySet<string> = new Set(
  `abort accept acknowledge activate add adjust approve archive assign attach authorize auto ban bind block bulk cancel
  capture change check claim clear clone close commit complete compute configure confirm connect consume convert copy
  create deactivate decline decrypt delete deny deploy detach disable disconnect dismiss dispatch download duplicate
  enable encrypt end enqueue estimate evaluate execute expire export extend extract fail finalize find finish flush fork
  generate get grant hide ignore import increment ingest initialize insert install instantiate interrupt invalidate
  invite invoke join kill launch leave link list lock login logout lookup mark merge move mute navigate notify observe
  open park parse pause perform pin ping poll preview promote provision publish purge push query queue reactivate read
  rebuild recover redeem redeliver refresh refund register reject release reload remove rename render renew reopen
  reorder replace reply reprocess request rerun resend reset resize resolve restart restore resume retrieve retry return
  revert revoke rewind rotate run sample save scrape search send set share show shutdown sign simulate snooze solve star
  start step stop submit subscribe suspend swap sync synchronize tag terminate test toggle track transfer translate
  trigger unarchive unassign unban unblock uninstall unlink unlock unmute unpin unregister unset unshare unstar
  unsubscribe update upgrade upload upsert use validate verify void vote watch withdraw`.split(/\s+/),
);

/** Verbs that lead nouns as often (`sign_in_tokens`, `search_results`): with a plural behind them they are one. */
const AMBIGUOUS: ReadonlySet<string> = new Set(
  "block change clone copy exchange export import invite link list lock login mark move pin poll query read return run sample search set share show sign star start step tag test track transfer update use vote watch".split(
    " ",
  ),
);

/** True where a path segment names what is done, not what it is done to. */
function isAction(segmentWords: readonly string[]): boolean {
  const first = segmentWords[0]?.toLowerCase();
  if (first === undefined || !VERBS.has(first)) return false;
  const last = segmentWords.at(-1) ?? first;
  const pluralCompound = segmentWords.length > 1 && /[^s]s$/i.test(last);
  return !(pluralCompound && AMBIGUOUS.has(first));
}
