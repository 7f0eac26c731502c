import type { ResourceDeclaration } from "./declarations/resource-declaration.ts";
import type { LifecycleDeclaration, WaiterDeclaration } from "./declarations/waiter-declaration.ts";
import type { PartEncoding } from "./files.ts";
import type { Parameter } from "./parameter.ts";
import type { Json, Schema } from "./schema.ts";
import type { SecurityScheme } from "./security-scheme.ts";
import type { Server } from "./servers/server.ts";
import type { ItemStream } from "./streams.ts";

export type { Parameter, ParameterLocation, ParameterStyle } from "./parameter.ts";
export type { Json } from "./schema.ts";
export type { SecurityScheme } from "./security-scheme.ts";

/** HTTP method in lower case: one of {@link METHODS}, or another of a path's `additionalOperations`. */
export type Method = string;

/** HTTP methods for which OpenAPI 3.2 has a field in the Path Item Object, in the specification's order. */
export const METHODS: readonly Method[] = [
  "get",
  "put",
  "post",
  "delete",
  "options",
  "head",
  "patch",
  "trace",
  "query",
];

/**
 * One normalized view of an OpenAPI 3.0, 3.1 or 3.2 document. Every emitter and the fake read this and nothing else:
 * references to parameters, bodies, responses, headers and path items are resolved, path-level parameters are merged
 * into their operations, schemas are JSON Schema 2020-12 (see `Schema`). It is plain data and survives JSON.
 */
export interface Model {
  /** `info.title`. */
  readonly title: string;
  /** `info.version`. */
  readonly version: string;
  /** `info.description`. */
  readonly description?: string;
  /** The document's `openapi` field. */
  readonly openapi: string;
  /** `servers`, in document order. */
  readonly servers: readonly Server[];
  /** `tags` in document order, followed by tags that only operations name. */
  readonly tags: readonly Tag[];
  /** `components.securitySchemes` by name. */
  readonly securitySchemes: { readonly [name: string]: SecurityScheme };
  /** In the order of the document: paths as written, methods in the order of `METHODS`. */
  readonly operations: readonly Operation[];
  /** Requests that the service sends: `webhooks` of OpenAPI 3.1, `x-webhooks` before it. Absent where there are none. */
  readonly webhooks?: readonly Webhook[];
  /** Requests that the service sends because of a call: `callbacks` of operations. Absent where there are none. */
  readonly callbacks?: readonly Callback[];
  /** `x-svc-webhook-signature`: how webhooks are signed. Absent: by Standard Webhooks. */
  readonly webhookSignature?: WebhookSignature;
  /** `components.schemas` by the document's own name. */
  readonly schemas: { readonly [name: string]: NamedSchema };
  /** `x-svc-request-headers`: constant headers that accompany every request. */
  readonly requestHeaders: { readonly [name: string]: string };
  /** Everything marked `x-svc-unknown`. */
  readonly unknowns: readonly Unknown[];
  /** `x-svc-resource` by path. Absent where there are none. */
  readonly resources?: { readonly [path: string]: ResourceDeclaration };
}

export interface Tag {
  readonly name: string;
  /** Its title. */
  readonly summary?: string;
  /** Name of the tag that it is below. */
  readonly parent?: string;
  readonly description?: string;
}

/** A named schema with the names that the SDK gives it. */
export interface NamedSchema {
  /** Name in `components.schemas`. */
  readonly wireName: string;
  /** Exported type name, PascalCase, unique: `x-svc-name`, or made from the wire name. */
  readonly typeName: string;
  /** Builder name, camelCase, unique: `build.<builderName>()`. */
  readonly builderName: string;
  /** Name of the builder of several, `build.<listBuilderName>(count)`: its plural, where that name is free. */
  readonly listBuilderName?: string;
  /** Names that the SDK gave before: they stay, deprecated. Absent where there are none. */
  readonly formerNames?: readonly FormerSchemaNames[];
  /** Names in `components.schemas` before. */
  readonly formerWireNames?: readonly string[];
  /** Of the form of a schema in which it is sent: its own builder. */
  readonly requestBuilderName?: string;
  readonly schema: Schema;
  readonly pointer: string;
}

/** Names that a schema had: those of its builders only where no other has them now. */
export interface FormerSchemaNames {
  readonly typeName: string;
  readonly builderName?: string;
  readonly listBuilderName?: string;
}

export interface Operation {
  /** `operationId`, or one derived from static path segments and method; unique in the document. */
  readonly id: string;
  /** True where the document has no `operationId`, or one that another operation's derived id was before. */
  readonly derivedId?: true;
  readonly method: Method;
  /** Path template as in the document: `/personas/{persona_id}/emails`. */
  readonly path: string;
  /** SDK method name: `["personas", "emails", "list"]`. */
  readonly name: readonly string[];
  /** SDK method names before: they stay, deprecated. Absent where there are none. */
  readonly formerNames?: readonly (readonly string[])[];
  /** Operation ids before. */
  readonly formerIds?: readonly string[];
  readonly summary?: string;
  readonly description?: string;
  readonly deprecated?: true;
  readonly tags: readonly string[];
  /** Path parameters first in template order, then query, header and cookie parameters in document order. */
  readonly parameters: readonly Parameter[];
  readonly body?: Body;
  /** In ascending order: exact statuses, ranges (`2XX`), `default`. */
  readonly responses: readonly Response[];
  /** Alternatives, any of which is enough; each maps scheme names to scopes. Empty: no credential needed. */
  readonly security: readonly { readonly [scheme: string]: readonly string[] }[];
  /** `x-svc-waiter`. Absent where there are none. */
  readonly waiters?: readonly WaiterDeclaration[];
  /** Name of the header that makes a repeated request do nothing more: `Idempotency-Key`, or that of `x-svc-idempotency`. */
  readonly idempotency?: string;
  /** `x-svc-lifecycle`. */
  readonly lifecycle?: LifecycleDeclaration;
  /** Its own servers, or those of its path, in place of {@link Model.servers}. Absent where there are none. */
  readonly servers?: readonly Server[];
  /** JSON pointer of the Operation Object. */
  readonly pointer: string;
}

/** A request that the service sends. */
export interface Webhook
  extends Pick<
    Operation,
    "method" | "summary" | "description" | "deprecated" | "parameters" | "body" | "responses" | "pointer"
  > {
  /** Key in `webhooks`. */
  readonly name: string;
}

/** An HMAC of the body of a webhook, in a header. */
export interface WebhookSignature {
  /** Name of the header of the signature. */
  readonly header: string;
  /** @default "sha256" */
  readonly hash?: "sha256" | "sha384" | "sha512";
  /** @default "hex" */
  readonly encoding?: "hex" | "base64";
  /** Text before the signature. @default "" */
  readonly prefix?: string;
  /** Name of the header of the delivery's id. @default none */
  readonly id?: string;
}

/** A request that the service sends because of a call. {@link Webhook.name}: key in `callbacks`. */
export interface Callback extends Webhook {
  /** Id of the operation that is called. */
  readonly operation: string;
  /** Runtime expression of the address: `{$request.body#/url}`. */
  readonly expression: string;
}

export interface Body {
  readonly required: boolean;
  readonly description?: string;
  /** In document order; never empty. */
  readonly content: readonly Content[];
  readonly pointer: string;
}

export interface Content {
  /** As written, parameters included: `application/json; charset=utf-8`. */
  readonly mediaType: string;
  /** Absent where the document has no schema: any content. */
  readonly schema?: Schema;
  /** Set where the content is a stream of items: `itemSchema` of OpenAPI 3.2. */
  readonly stream?: ItemStream;
  /** `encoding` of a form, by the name of its part. Absent where the document says nothing of any. */
  readonly encoding?: { readonly [part: string]: PartEncoding };
  /** First `example`/`examples` value, when the document has one. */
  readonly example?: Json;
}

export interface Response {
  /** `"200"`, `"2XX"` or `"default"`. */
  readonly status: string;
  /** `description`, or `summary` where that is all. */
  readonly description?: string;
  /** Empty: no body. */
  readonly content: readonly Content[];
  readonly headers: readonly Header[];
  /** Operation ids of `links`. Absent where there are none. */
  readonly links?: readonly string[];
  readonly pointer: string;
}

export interface Header {
  readonly name: string;
  readonly required: boolean;
  readonly description?: string;
  readonly schema: Schema;
  /** JSON pointer of the Header Object, where the response only refers to it. */
  readonly pointer?: string;
}

/** The operation that has an id, or had it before, or whose method has a name: `personas.emails.list`. */
export function findOperation(operations: readonly Operation[], name: string): Operation | undefined {
  return (
    operations.find(({ id }) => id === name) ??
    operations.find(({ formerIds }) => formerIds?.includes(name) === true) ??
    operations.find((operation) => methodName(operation) === name)
  );
}

/** Name of the client's method: `personas.emails.list`. */
export function methodName({ name }: Pick<Operation, "name">): string {
  return name.join(".");
}

/** A question to the service's owner: something that the document's source does not show. */
export interface Unknown {
  /** JSON pointer of the object that carries `x-svc-unknown`. */
  readonly pointer: string;
  /** Facts that the document does not show, one statement each. */
  readonly notShown: readonly string[];
}
