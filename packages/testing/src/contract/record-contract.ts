import {
  type HttpRequest,
  type HttpResponse,
  headerOf,
  parseCookies,
  type ValidRequest,
} from "@svc/fastapi-validation";
import {
  allowsJson,
  type Content,
  type Contract,
  EVERYTHING,
  essenceOf,
  type Model,
  mergeContracts,
  type Operation,
  type Parameter,
  type Response,
  routeText,
  type Schema,
  type UsedOperation,
} from "@svc/model";
import { onRead, parseUnwatched, type ReadWatch, watchReads } from "./watch-reads.ts";
import { visitFields, writeContract } from "./write-contract.ts";

/** A recorder of what a test suite uses of the service. */
export interface ContractRecorder extends Disposable {
  /** The contract as used so far. */
  contract(): Contract;
  /**
   * Adds what was used so far to a file. Test files and workers may write to one file at once. What the file holds stays in
   * it: delete it to begin anew.
   *
   * @throws TypeError for a file that is no contract
   */
  write(file: string): void;
  /** Ends recording. */
  end(): void;
}

/** A request that was accepted, with its response. */
export interface ObservedCall {
  readonly request: HttpRequest;
  readonly valid: ValidRequest;
  readonly response: HttpResponse;
}

/** One response: the fields that it had, and those that were seen to be read of it. */
interface ObservedResponse {
  readonly had: ReadonlySet<string>;
  readonly read: Set<string>;
  isParsed: boolean;
}

/** The parts of a fake that are recorded. */
interface Observed {
  readonly model: Model;
  /** Called with each call that was accepted. */
  readonly observers: Set<(call: ObservedCall) => void>;
}

/**
 * Records what is used of a service, from now until the recorder ends.
 *
 * @param opened called with the function that ends it
 */
export function recordContract({ model, observers }: Observed, opened: (end: () => void) => void): ContractRecorder {
  const reads = watchReads();
  const used: (() => Contract)[] = [];
  const observe = (call: ObservedCall): void => {
    const operation = useOf(call, { model, reads });
    used.push(() => ({ contract: 1, operations: { [call.valid.operation.id]: operation() } }));
  };
  observers.add(observe);
  const contract = (): Contract => mergeContracts(used.map((one) => one()));
  const end = (): void => {
    observers.delete(observe);
    reads.end();
  };
  opened(end);
  return { contract, write: (file) => writeContract(file, contract()), end, [Symbol.dispose]: end };
}

interface Watching {
  readonly model: Model;
  readonly reads: ReadWatch;
}

/** Use of one call: of its response, the fields that have been read when the returned function is called. */
function useOf({ request, valid, response }: ObservedCall, watching: Watching): () => UsedOperation {
  const { operation } = valid;
  const fields = responseFields(operation, response, watching);
  const use = {
    route: routeText(operation),
    parameters: sentParameters(operation, request),
    request: sentFields(valid, request, watching.model),
  };
  const status = String(response.status);
  return () => ({ ...use, responses: response.status === 0 ? {} : { [status]: fields() } });
}

function sentParameters({ parameters }: Operation, { target, headers }: HttpRequest): string[] {
  const query = [...new URLSearchParams(target.split(/\?(.*)/s, 2)[1] ?? "").keys()];
  const names = headers.map(([name]) => name.toLowerCase());
  const cookies = headers.filter(([name]) => name.toLowerCase() === "cookie").map(([, value]) => value);
  const inCookies = [...parseCookies(cookies.join("; "))].map(([name]) => name);
  const isSent = ({ in: location, name, style, schema }: Parameter): boolean => {
    if (location === "path") return true;
    if (location === "header") return names.includes(name.toLowerCase());
    if (location === "cookie") return inCookies.includes(name);
    const isSpread = style === "form" && schema.properties !== undefined;
    return query.some(
      (one) => one === name || one.startsWith(`${name}[`) || (isSpread && one in (schema.properties ?? {})),
    );
  };
  return parameters.filter(isSent).map(({ in: location, name }) => `${location} ${name}`);
}

function sentFields(
  { operation, body: validated }: ValidRequest,
  { headers, body }: HttpRequest,
  model: Model,
): string[] {
  if (operation.body === undefined || body === undefined || body.length === 0) return [];
  const type = headerOf(headers, "content-type") ?? "application/json";
  // As it was sent: validation adds defaults.
  const sent = allowsJson(type) ? parsed(new TextDecoder().decode(body)) : validated;
  return ["", ...fieldsOf(sent, schemaFor(operation.body.content, type), model)];
}

function fieldsOf(value: unknown, schema: Schema | undefined, { schemas }: Model): Set<string> {
  const found = new Set<string>();
  visitFields(value, schema, schemas, (pointer) => found.add(pointer));
  return found;
}

/** The fields that count as read of a response, when the returned function is called. */
function responseFields(operation: Operation, response: HttpResponse, { model, reads }: Watching): () => string[] {
  const { body, headers, rest } = response;
  if (rest !== undefined) return () => [EVERYTHING];
  const type = headerOf(headers, "content-type");
  const isEncoded = headers.some(([name]) => name.toLowerCase() === "content-encoding");
  if (body === undefined || type === undefined || !allowsJson(type) || isEncoded) return () => [];
  const text = typeof body === "string" ? body : new TextDecoder().decode(body);
  const schema = schemaFor(documentedFor(operation, response.status)?.content ?? [], type);
  const observed: ObservedResponse = { had: fieldsOf(parsed(text), schema, model), read: new Set(), isParsed: false };
  reads.expect(text, (value) => {
    observed.isParsed = true;
    const watches: (() => void)[] = [];
    visitFields(value, schema, model.schemas, (pointer, { holder, name }) =>
      watches.push(() => onRead(holder, name, () => observed.read.add(pointer))),
    );
    return () => {
      for (const watch of watches) watch();
    };
  });
  return () => [...(observed.isParsed ? observed.read : observed.had)];
}

function documentedFor({ responses }: Operation, status: number): Response | undefined {
  const named = [String(status), `${String(status)[0]}XX`, "default"];
  return named.flatMap((name) => responses.find((response) => response.status === name) ?? [])[0];
}

function schemaFor(content: readonly Content[], type: string): Schema | undefined {
  const exact = content.find(({ mediaType }) => essenceOf(mediaType) === essenceOf(type));
  return (exact ?? content.find(({ mediaType }) => allowsJson(mediaType)) ?? content[0])?.schema;
}

function parsed(text: string): unknown {
  try {
    return parseUnwatched(text);
  } catch {
    return undefined;
  }
}
