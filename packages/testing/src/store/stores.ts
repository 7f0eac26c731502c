import type { HttpRequest, HttpResponse, ValidRequest } from "@svc/fastapi-validation";
import type { Json, Model, OrderDirection } from "@svc/model/data";
import {
  createStore,
  handleTree,
  type ItemChange,
  type ReadTable,
  type Resource,
  readTable,
  type Store,
} from "@svc/resources";
import { argumentCheck, createRandom, generate, seedOf, type Validate } from "@svc/schema";
import type { Clock } from "../clock/clock.ts";
import { defineHandles } from "./handles.ts";
import { createAlignments, createReads, isRepeatable, type Stamp, timelyAmong } from "./remembered-reads.ts";
import { aligned, createOwnAddresses, type OwnAddresses, type StoredAnswer, toCall, toStored } from "./to-call.ts";
import type { TokenUser } from "./token-endpoint.ts";
import { keepUploaded, serveUploaded } from "./uploaded-files.ts";

/** Stored data of every fake, whatever its document. */
export interface Stores {
  /** Users of the token endpoint of the password flow. */
  readonly tokens: {
    /** Users that may have a token. Without any, every user and password is accepted. */
    allow(user: TokenUser): void;
    /** Makes every issued access token invalid. */
    revokeAll(): void;
  };
  /** Resources of the document, inferred from paths and schemas or declared by `x-svc-resource`, with reasons. */
  readonly resources: readonly Resource[];
}

/** Options of the stores, for behaviour that documents do not show. */
export interface StoreOptions {
  /**
   * Answer for items that were never put in: a generated value, or 404.
   * @default "generate"
   */
  readonly onUnseeded: "generate" | "not-found";
  /** Whether values of tests and handlers must be valid for the document. @default true */
  readonly strict: boolean;
}

/** Context of the stores. */
export interface StoreSetUp extends StoreOptions {
  readonly model: Model;
  /** Returns the stored items. Called when they are needed. */
  readonly table: () => ReadTable;
  readonly clock: Clock;
  readonly seed: number;
  readonly validate: Validate;
  /** Whether requests change anything; else every answer is generated. */
  readonly isKept: boolean;
  /** Directions of lists by the name of the option that chooses them. */
  readonly orders: { readonly [option: string]: OrderDirection | undefined };
  /** Paths of the token endpoint. */
  readonly tokenPaths: ReadonlySet<string>;
  /** Called with each change of an item of which webhooks tell; undefined: nobody watches. */
  readonly onChange: ((change: ItemChange) => void) | undefined;
  /** Called when something may have been put in, changed or removed. */
  readonly onTouch: () => void;
}

/** The stores, and how they answer. */
export interface StoreParts {
  readonly api: Stores;
  readonly store: () => Store;
  /** Names of the handles at the top. */
  handleNames(): ReadonlySet<string>;
  /** Gives a fake the handles of its resources. */
  defineHandles(fake: object): void;
  /** Undefined: nothing is known of what the request is about. @param isAll whether also for what nobody has put in */
  answer(valid: ValidRequest, request: HttpRequest, isAll: boolean): StoredAnswer | undefined;
  /** Keeps the file that a request has brought, or forgets the one that it removes, after its answer. */
  see(valid: ValidRequest, request: HttpRequest, response: HttpResponse): void;
  /** A generated response as the request asks for it. */
  alignGenerated(response: HttpResponse, valid: ValidRequest, request: HttpRequest): HttpResponse;
  /** Answers what is no operation: the token endpoint and downloads. */
  serve(request: HttpRequest, now: number): HttpResponse | undefined;
  /** Name of the client's function that downloads the file which a request asks for. */
  downloadOf(request: HttpRequest): string | undefined;
  isIssuedToken(token: string): boolean;
  acceptsToken(token: string, now: number): boolean;
  clear(): void;
  /** Ends the timers of states that change on the clock. */
  end(): void;
}

/** The stores of one fake, empty. */
export function createStores(setUp: StoreSetUp): StoreParts {
  const { model, isKept, tokenPaths } = setUp;
  const paths = model.operations.map(({ path }) => path);
  const addresses = createOwnAddresses(tokenPaths, createRandom(seedOf(setUp.seed)).next);
  let made: Store | undefined;
  // Most tests of a large document touch few of its operations, and many none at all.
  const { clock } = setUp;
  let timer: unknown;
  const wakeAt = (at: number): void => {
    clock.clearTimeout(timer);
    timer = clock.setTimeout(() => store().settle(), Math.max(1, at - clock.now()));
    (timer as { unref?(): void } | undefined)?.unref?.();
  };
  const store = (): Store => {
    made ??= storeOf({ ...setUp, wakeAt }, addresses);
    return made;
  };
  const alignments = createAlignments();
  const reads = createReads<StoredAnswer>();
  let timely: ReadonlySet<Resource> | undefined;
  const stampOf = (resource: Resource): Stamp => {
    timely ??= timelyAmong(store().resources);
    const revision = store().revision();
    return timely.has(resource) ? `${revision} ${clock.now()}` : revision;
  };
  const api: Stores = {
    tokens: addresses.tokens,
    get resources() {
      return store().resources;
    },
  };
  return {
    api,
    store,
    handleNames: () => new Set(handleTree(paths, store().resources).children.keys()),
    defineHandles: (fake) => defineHandles(fake, { paths, store, isKept }),
    answer(valid, request, isAll) {
      const { operation } = valid;
      const isFile = isKept && store().files.answers(operation.id);
      const file = isFile ? serveUploaded(store().files, valid, request, setUp.onUnseeded) : undefined;
      if (file !== undefined) return file;
      if (!isKept) return undefined;
      const resource = store().resourceOf(operation.id);
      const ask = (): StoredAnswer | undefined => {
        const call = toCall(valid, request);
        const answer =
          resource === undefined ? store().answerBelow(call) : store().answer(call, isAll ? setUp.onUnseeded : "leave");
        return answer && toStored(answer, valid);
      };
      return resource !== undefined && isRepeatable(operation, resource, request)
        ? reads.get(request.target, { operation, origin: request.origin, isAll, stamp: stampOf(resource) }, ask)
        : ask();
    },
    see(valid, request, response) {
      if (isKept && !isSafe(valid)) keepUploaded(store().files, valid, request, response);
    },
    alignGenerated(response, valid, request) {
      if (!isKept || typeof response.body !== "string") return response;
      const resource = store().resourceOf(valid.operation.id);
      const align = (body: Json): Json => store().ground(toCall(valid, request), body);
      const stamp = resource === undefined ? 0 : stampOf(resource);
      return alignments.get(response, request.origin, stamp, () => aligned(response, align));
    },
    serve: addresses.serve,
    downloadOf: addresses.files.downloadOf,
    isIssuedToken: (token) => token.startsWith("fake-access-token-"),
    acceptsToken: addresses.tokens.accepts,
    clear() {
      made?.clear();
      addresses.clear();
    },
    end: () => clock.clearTimeout(timer),
  };
}

function isSafe({ operation: { method } }: ValidRequest): boolean {
  return method === "get" || method === "head";
}

function storeOf(
  {
    model,
    table,
    clock,
    seed,
    validate,
    strict,
    orders,
    isKept,
    onChange,
    onTouch,
    wakeAt,
  }: StoreSetUp & { readonly wakeAt: (at: number) => void },
  { files, uploads }: OwnAddresses,
): Store {
  return createStore({
    onChange,
    onTouch,
    wakeAt,
    table: isKept ? table() : readTable({ resources: [] }, model),
    putUpload: uploads.put,
    strict,
    orders,
    putFile: ({ name, id, mediaType, ...file }) => files.put(name, { ...file, contentType: mediaType }, id),
    tools: {
      model,
      seed,
      validate,
      isArgument: argumentCheck(model),
      now: () => clock.now(),
      build: (schema, { seed: text, ...wish }) =>
        generate(schema, {
          schemas: model.schemas,
          seed: seedOf(text),
          now: clock.now(),
          direction: "response",
          exact: true,
          ...wish,
        }),
    },
  });
}
