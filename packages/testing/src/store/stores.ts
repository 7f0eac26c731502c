import {
  encodeLenientJson,
  type HttpRequest,
  type HttpResponse,
  jsonResponse,
  type ValidRequest,
} from "@svc/fastapi-validation";
import { allowsJson, type Json, type Model, type OrderDirection } from "@svc/model";
import {
  type Answer,
  createStore,
  handleTree,
  type ItemChange,
  inferResources,
  type Resource,
  type ResourceCall,
  type Store,
} from "@svc/resources";
import { generate, seedOf, type Validate } from "@svc/schema";
import type { Clock } from "../clock/clock.ts";
import { parseUnwatched } from "../contract/watch-reads.ts";

import { createFileStore, type FileStore } from "./files.ts";
import { defineHandles } from "./handles.ts";
import { createReads, isRepeatable, isTimely } from "./remembered-reads.ts";
import { createTokenEndpoint, type TokenUser } from "./token-endpoint.ts";

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
  /** Whether what a test puts in, and what its handlers answer, has to be valid for the document. @default true */
  readonly strict: boolean;
}

/** Context of the stores. */
export interface StoreSetUp extends StoreOptions {
  readonly model: Model;
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
}

/** Answer of a store to a request: a response, or a refusal whose body follows the document. */
export type StoredAnswer =
  | { readonly kind: "response"; readonly response: HttpResponse }
  | { readonly kind: "refused"; readonly response: HttpResponse };

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
  /** A generated response as the request asks for it. */
  alignGenerated(response: HttpResponse, valid: ValidRequest, request: HttpRequest): HttpResponse;
  /** Answers what is no operation: the token endpoint and downloads. */
  serve(request: HttpRequest, now: number): HttpResponse | undefined;
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
  const files = createFileStore();
  const tokens = createTokenEndpoint();
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
    made ??= storeOf({ ...setUp, wakeAt }, files);
    return made;
  };
  const alignments = new WeakMap<HttpResponse, { readonly stamp: string; readonly response: HttpResponse }>();
  const reads = createReads<StoredAnswer>();
  const stampOf = (resource: Resource): string =>
    `${store().revision()} ${isTimely(resource, store()) ? setUp.clock.now() : ""}`;
  const api: Stores = {
    tokens,
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
      const resource = isKept ? store().resourceOf(valid.operation.id) : undefined;
      if (resource === undefined) return undefined;
      const ask = (): StoredAnswer | undefined => {
        const answer = store().answer(toCall(valid, request), isAll ? setUp.onUnseeded : "leave");
        return answer && toStored(answer, valid);
      };
      return isRepeatable(valid.operation, resource, request)
        ? reads.get(`${isAll} ${valid.operation.id} ${request.origin}${request.target}`, stampOf(resource), ask)
        : ask();
    },
    alignGenerated(response, valid, request) {
      if (!isKept || typeof response.body !== "string") return response;
      const resource = store().resourceOf(valid.operation.id);
      if (resource === undefined) return response;
      const stamp = `${request.origin} ${stampOf(resource)}`;
      const known = alignments.get(response);
      if (known?.stamp === stamp) return known.response;
      const made = aligned(response, (body) => store().ground(toCall(valid, request), body));
      alignments.set(response, { stamp, response: made });
      return made;
    },
    serve(request, now) {
      const path = request.target.split("?", 1)[0] ?? "";
      const isToken = request.method === "POST" && tokenPaths.has(path);
      return isToken ? tokens.respond(request, now) : files.serve(request, now);
    },
    isIssuedToken: (token) => token.startsWith("fake-access-token-"),
    acceptsToken: tokens.accepts,
    clear() {
      made?.clear();
      files.clear();
      tokens.clear();
    },
    end: () => clock.clearTimeout(timer),
  };
}

function storeOf(
  {
    model,
    clock,
    seed,
    validate,
    strict,
    orders,
    isKept,
    onChange,
    wakeAt,
  }: StoreSetUp & { readonly wakeAt: (at: number) => void },
  files: FileStore,
): Store {
  return createStore({
    onChange,
    wakeAt,
    resources: isKept ? inferResources(model) : [],
    strict,
    orders,
    putFile: ({ name, id, mediaType, ...file }) => files.put(name, { ...file, contentType: mediaType }, id),
    tools: {
      model,
      seed,
      validate,
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

function toCall(valid: ValidRequest, { headers, origin, target }: HttpRequest): ResourceCall {
  const { operation, path, query, body } = valid;
  return {
    operation,
    path,
    query,
    body: body === undefined ? undefined : plain(body),
    header: (name) => headers.find(([one]) => one.toLowerCase() === name)?.[1],
    origin,
    target,
  };
}

/** A body as JSON; what validation has made of it (floats, files of a form) is none of the store's business. */
function plain(body: unknown): Json | undefined {
  try {
    return parseUnwatched(encodeLenientJson(body)) as Json;
  } catch {
    return undefined;
  }
}

function toStored(answer: Answer, { operation }: ValidRequest): StoredAnswer {
  const { status } = answer;
  if (answer.kind === "refused") {
    const response: HttpResponse =
      status === 304 ? { status, headers: [], body: undefined } : jsonResponse(status, { detail: answer.detail });
    return { kind: "refused", response };
  }
  const headers = answer.headers.map(([name, value]): [string, string] => [name, value]);
  const isEmpty = answer.body === undefined || operation.method === "head";
  return {
    kind: "response",
    response: isEmpty ? { status, headers, body: undefined } : jsonResponse(status, answer.body, headers),
  };
}

function aligned(response: HttpResponse, align: (body: Json) => Json): HttpResponse {
  const type = response.headers.find(([name]) => name === "content-type")?.[1] ?? "";
  if (!allowsJson(type)) return response;
  const value = parseUnwatched(String(response.body)) as Json;
  if (typeof value !== "object" || value === null) return response;
  const made = jsonResponse(response.status, align(value));
  const kept = response.headers.filter(([name]) => name !== "content-length" && name !== "content-type");
  const own = made.headers.map(([name, text]): [string, string] => [name, name === "content-type" ? type : text]);
  return { ...made, headers: [...own, ...kept] };
}
