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

/** What tests put into the fake: the resources that the interface has operations to read. */
export interface Stores {
  /** A persona by its id. From then on it has the emails that were added, and no generated ones. */
  personas(id: string): { readonly emails: EmailStore };
  /** A session by its id. */
  sessions(id: string): Pick<SessionBox, "cookies" | "network" | "replay">;
  /** Users of the token endpoint of the password flow. */
  readonly tokens: {
    /** Who may have a token. Without any, every user and password is accepted. */
    allow(user: TokenUser): void;
    /** Makes every issued access token invalid. */
    revokeAll(): void;
  };
}

/** What the interface does not show of the stores, and a test may choose. */
export interface StoreOptions {
  /**
   * What is answered for an id that no test has put anything under: a generated value, or 404. The interface does not show
   * what the service does.
   * @default "generate"
   */
  readonly onUnseeded: "generate" | "not-found";
  /** Order of listed emails. The interface does not show the service's. @default "newest-first" */
  readonly emailOrder: EmailOrder;
}

/** The stores, and how they answer. */
export interface StoreParts {
  readonly api: Stores;
  /** Undefined: the operation is none of the stores', or nothing was put in. */
  answer(valid: ValidRequest, place: Place): HttpResponse | undefined;
  /** What is answered where nothing was put in, nor recorded. Undefined: answers are generated. */
  unseeded(valid: ValidRequest): HttpResponse | undefined;
  /** A generated answer as the request asks for it. */
  alignGenerated(response: HttpResponse, valid: ValidRequest, place: Place): HttpResponse;
  /** Answers what is no operation: the token endpoint and downloads. */
  serve(request: HttpRequest, now: number): HttpResponse | undefined;
  isIssuedToken(token: string): boolean;
  acceptsToken(token: string, now: number): boolean;
  /** What tests have put in, for people to look at. */
  snapshot(): StoreSnapshot;
  clear(): void;
}

/**
 * The stores of one fake, empty.
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

/** The name of the parameter that asks for download URLs is not shown: whatever boolean the document has is taken for it. */
function wantsUrls({ parameters }: Operation, query: Record<string, unknown>): boolean {
  const flag = parameters.find((parameter) => parameter.in === "query" && parameter.schema.type === "boolean");
  return flag === undefined || query[flag.name] !== false;
}

/** What tests have put into the stores, as plain values. */
export interface StoreSnapshot {
  readonly personas: { readonly [id: string]: { readonly emails: readonly unknown[] } };
  readonly sessions: {
    readonly [id: string]: { readonly cookies: unknown; readonly network: unknown; readonly replay: unknown };
  };
  /** Entries that are not shown because there are too many. */
  readonly leftOut: number;
}

/** Personas, sessions, and emails of a persona that a snapshot shows. */
const LIMIT = 50;

/** The parts of the stores that a snapshot reads. */
export interface Boxes {
  readonly personas: ReadonlyMap<string, { all(): unknown[] }>;
  readonly sessions: ReadonlyMap<string, { peek(): { cookies: unknown; network: unknown; replay: unknown } }>;
}

/** A look at the stores that changes nothing: no download address is handed out for it. */
export function snapshotOf({ personas, sessions }: Boxes): StoreSnapshot {
  const emails = [...personas].slice(0, LIMIT).map(([id, box]) => [id, { emails: box.all().slice(0, LIMIT) }] as const);
  const peeked = [...sessions].slice(0, LIMIT).map(([id, box]) => [id, box.peek()] as const);
  const leftOut = Math.max(0, personas.size - LIMIT) + Math.max(0, sessions.size - LIMIT);
  return { personas: Object.fromEntries(emails), sessions: Object.fromEntries(peeked), leftOut };
}
