import type { Contract, Model, Operation, UsedOperation } from "@svc/model";
import { createValidate } from "@svc/schema";
import type { Fetch } from "../adapters/fetch.ts";
import { checkAnswer } from "./check-answer.ts";
import { type GivenParameters, type PlannedRequest, planRequests, type Skipped } from "./requests.ts";

/** Options of {@link verifyService}. */
export interface VerifyOptions {
  readonly baseUrl: string;
  /** Bearer token; it is never in the report. */
  readonly token?: string | undefined;
  readonly params?: GivenParameters;
  /** Checks only what it holds: its operations, and of their responses the fields that were read. */
  readonly contract?: Contract | undefined;
  /** @default the global fetch */
  readonly fetch?: Fetch;
  /** Time limit of each request, in milliseconds. @default 30,000 */
  readonly timeoutMs?: number;
}

/** A difference between a service and its document. */
export interface VerifyDifference {
  readonly operation: string;
  readonly request: string;
  readonly message: string;
}

/** Result of a verification. */
export interface VerifyReport {
  /** Requests that were answered and checked. */
  readonly checked: readonly { readonly operation: string; readonly request: string; readonly status: number }[];
  readonly skipped: readonly Skipped[];
  readonly differences: readonly VerifyDifference[];
}

/** Checks a live service against its document with GET requests, one after another. Stops at the first 429. */
export async function verifyService(model: Model, options: VerifyOptions): Promise<VerifyReport> {
  const validate = createValidate(model.schemas);
  const checked: { operation: string; request: string; status: number }[] = [];
  const skipped: Skipped[] = [];
  const differences: VerifyDifference[] = [];
  let isLimited = false;
  for (const operation of model.operations) {
    const used = options.contract && usedOf(options.contract, operation);
    if (options.contract !== undefined && used === undefined) continue;
    const planned = planRequests(operation, { given: options.params ?? {}, schemas: model.schemas });
    if ("reason" in planned) skipped.push(planned);
    else if (isLimited) skipped.push({ operation: operation.id, reason: "the rate limit was reached" });
    else {
      for (const request of planned) {
        const note = (message: string): void => {
          const clean = options.token ? message.replaceAll(options.token, "[redacted]") : message;
          differences.push({ operation: operation.id, request: request.label, message: clean });
        };
        const answer = await send(request, options).catch(() => undefined);
        if (answer === undefined) {
          note("no answer");
          continue;
        }
        isLimited = answer.status === 429;
        if (isLimited) {
          skipped.push({ operation: operation.id, reason: "the rate limit was reached" });
          break;
        }
        const found = await checkAnswer(
          { ...request, counts: fieldFilter(used, answer.status) },
          answer,
          validate,
        ).catch(() => ["the answer breaks off"]);
        checked.push({ operation: operation.id, request: request.label, status: answer.status });
        for (const message of found) note(message);
      }
    }
  }
  return { checked, skipped, differences };
}

function usedOf({ operations }: Contract, { id, formerIds = [] }: Operation): UsedOperation | undefined {
  const name = [id, ...formerIds].find((one) => Object.hasOwn(operations, one));
  return name === undefined ? undefined : operations[name];
}

/** Whether a field of a body was read, or leads to one that was. Item numbers and undeclared names match `*`. */
function fieldFilter(used: UsedOperation | undefined, status: number): (pointer: string) => boolean {
  const read = used?.responses[String(status)];
  if (read === undefined) return () => used === undefined;
  const fields = read.map((field) => field.split("/").slice(1));
  return (pointer) => {
    const tokens = pointer.split("/").slice(1);
    return tokens.length === 0 || fields.some((field) => matches(field, tokens));
  };
}

function matches(field: readonly string[], tokens: readonly string[]): boolean {
  if (field[0] === "**") return true;
  return tokens.every((token, index) => field[index] === "*" || field[index] === token);
}

/** Redirects are not followed: the credential is for this service only. */
function send({ target, headers }: PlannedRequest, options: VerifyOptions): Promise<Response> {
  const { baseUrl, token, fetch = globalThis.fetch, timeoutMs = 30_000 } = options;
  return fetch(baseUrl.replace(/\/+$/, "") + target, {
    headers: { accept: "application/json, */*;q=0.5", ...headers, ...(token && { authorization: `Bearer ${token}` }) },
    redirect: "manual",
    signal: AbortSignal.timeout(timeoutMs),
  });
}

/** Describes a report as text. */
export function describeReport({ checked, skipped, differences }: VerifyReport): string {
  const lines = [
    ...differences.map(({ operation, request, message }) => `✗ ${operation}: ${request}: ${message}`),
    ...skipped.map(({ operation, reason }) => `- ${operation}: not checked: ${reason}`),
  ];
  const sum = `${checked.length} answers checked, ${skipped.length} operations left out, ${differences.length} differences.`;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a document's names may hold what drives a terminal
  return [...lines, sum].map((line) => line.replace(/[\u0000-\u001f\u007f-\u009f]/g, "?")).join("\n");
}
