/**
 * Validation of responses by Standard Schemas: Zod, Valibot, ArkType and others.
 *
 * @packageDocumentation
 */

import type { Session } from "./call/call.ts";
import { decodeText } from "./call/read-body.ts";
import { clientEffects } from "./clock.ts";
import { type ApiFacts, SvcApiError } from "./errors/errors.ts";
import { nameOf, redactor } from "./errors/redact.ts";
import { formatIssue } from "./errors/validation-issue.ts";
import type { PolicyCall } from "./policies/policy.ts";
import { valueAt } from "./runtime/pagination.ts";

/** Place in a response that violates its schema. */
export interface ResponseIssue {
  /** Names of members and indexes, the outermost first; empty: the body itself. */
  readonly loc: readonly (string | number)[];
  /** Message of the schema library, without the received value. */
  readonly msg: string;
}

/** Properties of a {@link ResponseValidationError}. */
export interface ResponseValidationFacts extends ApiFacts {
  /** Places that violate the schema. */
  readonly issues: readonly ResponseIssue[];
}

/**
 * Success whose body violates its schema. The message names the first three places. `body` is the response as received;
 * printing, inspecting or serializing the error shows none of its values.
 */
export class ResponseValidationError extends SvcApiError {
  override get name(): "ResponseValidationError" {
    return "ResponseValidationError";
  }
  /** The places, in the order of the schema library. */
  readonly issues: readonly ResponseIssue[];

  constructor(message: string, facts: ResponseValidationFacts) {
    super(message, facts);
    this.issues = facts.issues;
  }
}

/**
 * The required part of a Standard Schema.
 *
 * @see https://standardschema.dev
 */
export interface AnswerSchema {
  /** Interface of the standard. */
  readonly "~standard": {
    /** Checks a value: issues, or none. */
    readonly validate: (value: unknown) => SchemaResult | Promise<SchemaResult>;
  };
}

/** Result of a Standard Schema. */
export interface SchemaResult {
  /** Places that violate the schema. Undefined or empty: none. */
  readonly issues?:
    | readonly {
        readonly message: string;
        readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
      }[]
    | undefined;
}

/** Schemas by operation id: `responses` of the emitter `zod`. */
export interface AnswerSchemas {
  readonly [operation: string]: AnswerSchema;
}

const schemasOf: WeakMap<Session, AnswerSchemas> = /* @__PURE__ */ new WeakMap();

/**
 * Makes a client validate the JSON of every success against the schema of its operation, before decoding. A call whose
 * response violates it rejects with a {@link ResponseValidationError}. Responses stay as received: transformations of a
 * schema are ignored. `raw` and streams are not validated. Returns the client.
 *
 * @throws TypeError for an object that is not a client
 */
export function withValidation<Client extends object>(client: Client, schemas: AnswerSchemas): Client {
  const known = clientEffects.get(client) as Session | undefined;
  if (!known) throw new TypeError("withValidation: expected a client");
  checkAnswers(known, schemas);
  known.additions.push(({ session }) => {
    checkAnswers(session, schemas);
    return (_, method) => method;
  });
  return client;
}

function checkAnswers(session: Session, schemas: AnswerSchemas): void {
  const isChecked = schemasOf.has(session);
  schemasOf.set(session, schemas);
  if (isChecked) return;
  const next = session.interpret ?? ((data) => data);
  session.interpret = (data, call, last) => {
    const { row } = call;
    const given = schemasOf.get(session) ?? {};
    const schema = row && Object.hasOwn(given, row.id) ? given[row.id] : undefined;
    const text = schema && decodeText(last.body);
    // Empty, or text that is no JSON.
    if (!schema || text === undefined || data === undefined || data === text) return next(data, call, last);
    const result = check(schema, text);
    return "then" in result ? result.then(finish) : finish(result);

    function finish({ issues = [] }: SchemaResult): unknown {
      const { status, headers } = last.response;
      if (issues.length > 0) throw toError(session, call, { status, headers, body: data }, issues);
      return next(data, call, last);
    }
  };
}

/** Issues of JSON; of a schema that throws one without its text, which may quote the value. */
function check(schema: AnswerSchema, text: string): SchemaResult | Promise<SchemaResult> {
  const failed = (error: unknown): SchemaResult => {
    const name = error instanceof Error ? error.name : "no error";
    return { issues: [{ message: `the schema has thrown ${name}` }] };
  };
  try {
    const result = schema["~standard"].validate(JSON.parse(text, withoutPrototype));
    return "then" in result ? result.then(undefined, failed) : result;
  } catch (error) {
    return failed(error);
  }
}

/** Schema libraries read members that are not there: without a prototype `constructor` is undefined. */
function withoutPrototype(_: string, value: unknown): unknown {
  return typeof value === "object" && value && !Array.isArray(value) ? Object.setPrototypeOf(value, null) : value;
}

function toError(
  session: Session,
  call: PolicyCall,
  { status, headers, body }: Pick<Response, "status" | "headers"> & { readonly body: unknown },
  given: NonNullable<SchemaResult["issues"]>,
): ResponseValidationError {
  const redact = redactor(call);
  const issues = given.map(({ message, path = [] }): ResponseIssue => {
    const loc = path.map((part) => plainKey(typeof part === "object" ? part.key : part));
    return { loc, msg: redact(withoutValue(String(message), valueAt(body, loc.map(String)))).slice(0, 300) };
  });
  const shown = issues.slice(0, 3).map(({ loc, msg }) => formatIssue({ loc: ["body", ...loc], msg, type: "" }));
  const more = issues.length > 3 ? `; and ${issues.length - 3} more` : "";
  const operation = nameOf(call);
  return new ResponseValidationError(`${operation}: ${status} breaks its schema: ${shown.join("; ")}${more}`, {
    status,
    headers,
    body,
    operation,
    rateLimit: session.pacer.snapshot(),
    issues,
  });
}

function plainKey(key: PropertyKey): string | number {
  return typeof key === "number" ? key : String(key);
}

/** Some libraries write the value into their text. */
function withoutValue(message: string, value: unknown): string {
  if (typeof value !== "string" && typeof value !== "number") return message;
  const texts = [...new Set([String(value), JSON.stringify(value).replace(/^"|"$/g, "")])].filter(
    (text) => text !== "",
  );
  return texts.reduce((text, found) => text.replaceAll(found, "..."), message);
}
