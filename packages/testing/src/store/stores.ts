import {
  type Duration,
  type HttpRequest,
  type HttpResponse,
  jsonResponse,
  type ValidRequest,
} from "@svc/fastapi-validation";
import type { Operation } from "@svc/model";
import { alignGenerated } from "./align-generated.ts";
import { createEmailBox, type EmailBox, type EmailOrder, type EmailStore } from "./emails.ts";
import { createFileStore } from "./files.ts";
import { createSessionBox, type Place, type SessionBox } from "./sessions.ts";
import { createTokenEndpoint, type TokenUser } from "./token-endpoint.ts";

/** Stores of a fake: the resources that operations read, as a test sets them. */
export interface Stores {
  /** The store of a persona. From the first call on, only emails that were added are listed, and no generated ones. */
  personas(id: string): { readonly emails: EmailStore };
  /** The store of a session. */
  sessions(id: string): Pick<SessionBox, "cookies" | "network" | "replay">;
  /** The token endpoint of the OAuth2 password flow. */
  readonly tokens: {
    /** Adds a user. Without any, every user and password is accepted. */
    allow(user: TokenUser): void;
    /** Revokes all access tokens. */
    revokeAll(): void;
  };
}

/** Behaviour of the stores that the interface does not show, and a test can choose. */
export interface StoreOptions {
  /**
   * Response for an id without a store: a generated value, or 404. The interface does not show that of the service.
   * @default "generate"
   */
  readonly onUnseeded: "generate" | "not-found";
  /** Order of listed emails. The interface does not show the service's. @default "newest-first" */
  readonly emailOrder: EmailOrder;
}

/** The stores, with the responses made of them. */
export interface StoreParts {
  readonly api: Stores;
  /** The stored response; undefined if the operation has no store, or nothing was set. */
  answer(valid: ValidRequest, place: Place): HttpResponse | undefined;
  /** The 404 of an operation with an empty store; undefined if the response is to be generated. */
  unseeded(valid: ValidRequest): HttpResponse | undefined;
  /** Aligns a generated response with its request. */
  alignGenerated(response: HttpResponse, valid: ValidRequest, place: Place): HttpResponse;
  /** Answers paths that are no operations: the token endpoint and downloads. */
  serve(request: HttpRequest, now: number): HttpResponse | undefined;
  isIssuedToken(token: string): boolean;
  acceptsToken(token: string, now: number): boolean;
  /** Content of the stores, for the inspector. */
  snapshot(): StoreSnapshot;
  clear(): void;
}

/**
 * Creates the empty stores of a fake.
 *
 * @param tokenPaths paths of the token endpoint
 */
export function createStores(
  { onUnseeded, emailOrder }: StoreOptions,
  tokenPaths: ReadonlySet<string> = new Set(["/token"]),
): StoreParts {
  const personas = new Map<string, EmailBox>();
  const sessions = new Map<string, SessionBox>();
  const files = createFileStore();
  const tokens = createTokenEndpoint();
  const emailsOf = (id: string): EmailBox => entry(personas, id, createEmailBox);
  const sessionOf = (id: string): SessionBox => entry(sessions, id, () => createSessionBox(files));
  const readers: { readonly [route: string]: (valid: ValidRequest, place: Place) => unknown } = {
    "get /personas/{persona_id}/emails": ({ path, query }, { now }) =>
      personas.get(String(path["persona_id"]))?.list(toEmailQuery(query), now, emailOrder),
    "get /sessions/{session_id}/cookies": ({ path }) => sessions.get(String(path["session_id"]))?.getCookies(),
    "get /sessions/{session_id}/network/logs": ({ path, query, operation }, place) =>
      sessions.get(String(path["session_id"]))?.getLogs(
        {
          sessionId: String(path["session_id"]),
          limit: typeof query["limit"] === "number" ? query["limit"] : undefined,
          withUrls: wantsUrls(operation, query),
        },
        place,
      ),
    "get /sessions/{session_id}/replay": ({ path }, place) =>
      sessions.get(String(path["session_id"]))?.getReplay(place),
  };
  return {
    api: { personas: (id) => ({ emails: emailsOf(id) }), sessions: sessionOf, tokens },
    answer(valid, place) {
      const route = `${valid.operation.method} ${valid.operation.path}`;
      const reader = Object.hasOwn(readers, route) ? readers[route] : undefined;
      if (reader === undefined) return undefined;
      const value = reader(valid, place);
      return value === undefined ? undefined : jsonResponse(200, value);
    },
    unseeded({ operation: { method, path } }) {
      const isStored = Object.hasOwn(readers, `${method} ${path}`);
      return isStored && onUnseeded === "not-found" ? jsonResponse(404, { detail: "Not Found" }) : undefined;
    },
    alignGenerated: (response, valid, place) =>
      alignGenerated(response, valid, { place, files, emailOrder, withUrls: wantsUrls(valid.operation, valid.query) }),
    serve(request, now) {
      const path = request.target.split("?", 1)[0] ?? "";
      const isToken = request.method === "POST" && tokenPaths.has(path);
      return isToken ? tokens.respond(request, now) : files.serve(request, now);
    },
    isIssuedToken: (token) => token.startsWith("fake-access-token-"),
    acceptsToken: tokens.accepts,
    snapshot: () => snapshotOf({ personas, sessions }),
    clear() {
      personas.clear();
      sessions.clear();
      files.clear();
      tokens.clear();
    },
  };
}

function entry<Value>(map: Map<string, Value>, key: string, create: () => Value): Value {
  const found = map.get(key) ?? create();
  map.set(key, found);
  return found;
}

function toEmailQuery(query: Record<string, unknown>) {
  return {
    limit: query["limit"] as number | undefined,
    timedelta: query["timedelta"] as Duration | null | undefined,
    only_unread: query["only_unread"] as boolean | undefined,
  };
}

/** The interface does not show the name of the parameter for download URLs: any boolean query parameter is taken for it. */
function wantsUrls({ parameters }: Operation, query: Record<string, unknown>): boolean {
  const flag = parameters.find((parameter) => parameter.in === "query" && parameter.schema.type === "boolean");
  return flag === undefined || query[flag.name] !== false;
}

/** Content of the stores as plain values. */
export interface StoreSnapshot {
  readonly personas: { readonly [id: string]: { readonly emails: readonly unknown[] } };
  readonly sessions: {
    readonly [id: string]: { readonly cookies: unknown; readonly network: unknown; readonly replay: unknown };
  };
  /** Number of entries beyond the limit. */
  readonly leftOut: number;
}

/** Largest number of personas, of sessions, and of emails of a persona in a snapshot. */
const LIMIT = 50;

/** The stores that a snapshot reads. */
export interface Boxes {
  readonly personas: ReadonlyMap<string, { all(): unknown[] }>;
  readonly sessions: ReadonlyMap<string, { peek(): { cookies: unknown; network: unknown; replay: unknown } }>;
}

/** Copies the content of the stores, without creating download URLs. */
export function snapshotOf({ personas, sessions }: Boxes): StoreSnapshot {
  const emails = [...personas].slice(0, LIMIT).map(([id, box]) => [id, { emails: box.all().slice(0, LIMIT) }] as const);
  const peeked = [...sessions].slice(0, LIMIT).map(([id, box]) => [id, box.peek()] as const);
  const leftOut = Math.max(0, personas.size - LIMIT) + Math.max(0, sessions.size - LIMIT);
  return { personas: Object.fromEntries(emails), sessions: Object.fromEntries(peeked), leftOut };
}
