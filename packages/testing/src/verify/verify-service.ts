import { type Contract, escapeInvisible, type Model, type Operation, type UsedOperation } from "@svc/model";
import { createValidate } from "@svc/schema";
import type { Fetch } from "../adapters/fetch.ts";
import { type CheckedAnswer, checkAnswer } from "./check-answer.ts";
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
  /** Time limit of each request, in milliseconds; a stream is left then, and what came of it counts. @default 30,000 */
  readonly timeoutMs?: number;
}

/** A difference between a service and its document. */
export interface VerifyDifference {
  readonly operation: string;
  readonly request: string;
  readonly message: string;
}

/** A request that was answered and checked. */
export interface VerifiedAnswer {
  readonly operation: string;
  readonly request: string;
  readonly status: number;
  /** Items that were checked of a stream: 100 at the most, and as many as come within the time limit. */
  readonly items?: number;
}

/** Result of a verification. */
export interface VerifyReport {
  /** Requests that were answered and checked. */
  readonly checked: readonly VerifiedAnswer[];
  readonly skipped: readonly Skipped[];
  readonly differences: readonly VerifyDifference[];
}

/** Checks a live service against its document with GET requests, one after another. Stops at the first 429. */
export async function verifyService(model: Model, options: VerifyOptions): Promise<VerifyReport> {
  const validate = createValidate(model.schemas);
  const checked: VerifiedAnswer[] = [];
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
        const signal = AbortSignal.timeout(options.timeoutMs ?? 30_000);
        const answer = await send(request, options, signal).catch(() => undefined);
        if (answer === undefined) {
          note("no answer");
          continue;
        }
        isLimited = answer.status === 429;
        if (isLimited) {
          skipped.push({ operation: operation.id, reason: "the rate limit was reached" });
          break;
        }
        const expected = { ...request, counts: fieldFilter(used, answer.status), signal };
        const { differences: found, items } = await checkAnswer(expected, answer, validate).catch(() => BROKEN);
        const { id } = operation;
        checked.push({
          operation: id,
          request: request.label,
          status: answer.status,
          ...(items !== undefined && { items }),
        });
        for (const message of found) note(message);
        if (items === 0 && found.length === 0) skipped.push({ operation: id, reason: "the stream has sent no item" });
      }
    }
  }
  return { checked, skipped, differences };
}

const BROKEN: CheckedAnswer = { differences: ["the answer breaks off"] };

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
function send(
  { target, headers }: PlannedRequest,
  { baseUrl, token, fetch = globalThis.fetch }: VerifyOptions,
  signal: AbortSignal,
): Promise<Response> {
  return fetch(baseUrl.replace(/\/+$/, "") + target, {
    headers: { accept: "application/json, */*;q=0.5", ...headers, ...(token && { authorization: `Bearer ${token}` }) },
    redirect: "manual",
    signal,
  });
}

/** Describes a report as text. */
export function describeReport({ checked, skipped, differences }: VerifyReport): string {
  const lines = [
    ...differences.map(({ operation, request, message }) => `✗ ${operation}: ${request}: ${message}`),
    ...skipped.map(({ operation, reason }) => `- ${operation}: not checked: ${reason}`),
  ];
  const items = checked.reduce((sum, one) => sum + (one.items ?? 0), 0);
  const streamed = items === 0 ? "" : ` with ${items} items of streams`;
  const sum = `${checked.length} answers checked${streamed}, ${skipped.length} operations left out, ${differences.length} differences.`;
  // A document's names may hold what drives a terminal.
  return [...lines, sum].map(escapeInvisible).join("\n");
}
