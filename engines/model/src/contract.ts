import { compareText } from "./words.ts";

/** The parts of a service that a test suite used: names of the document only, no values. Sorted, so that it can be committed. */
export interface Contract {
  /** Version of this format. */
  readonly contract: 1;
  /** By operation id. */
  readonly operations: { readonly [id: string]: UsedOperation };
}

/** The parts of one operation that were used. Only calls that the fake accepted count. */
export interface UsedOperation {
  /** HTTP method and path template: `GET /pets/{petId}`, by which the operation is found where its id was renamed. */
  readonly route: string;
  /** Location and name of each parameter that was sent: `query limit`. */
  readonly parameters: readonly string[];
  /**
   * JSON pointers of the fields that were sent in bodies; `*` stands for every item of a list, and for names that the
   * document does not declare. `""` is the body itself. Empty: no body was sent.
   */
  readonly request: readonly string[];
  /**
   * Fields that were read of responses, by status, written like those of requests. Where reading could not be seen, all
   * fields that the response had; `/**` stands for everything.
   */
  readonly responses: { readonly [status: string]: readonly string[] };
}

/** The fields of a response of which nothing is known. */
export const EVERYTHING = "/**";

/** A contract that holds what all of the given hold. */
export function mergeContracts(contracts: readonly Contract[]): Contract {
  const ids = sorted(contracts.flatMap(({ operations }) => Object.keys(operations)));
  const merged = ids.map((id) => {
    const used = contracts.flatMap(({ operations }) => (Object.hasOwn(operations, id) ? [operations[id]] : []));
    return [id, mergeOperations(used as UsedOperation[])] as const;
  });
  return { contract: 1, operations: Object.fromEntries(merged) };
}

function mergeOperations(used: readonly UsedOperation[]): UsedOperation {
  const statuses = sorted(used.flatMap(({ responses }) => Object.keys(responses)));
  return {
    // The last one is of the newest document.
    route: used.at(-1)?.route ?? "",
    parameters: sorted(used.flatMap(({ parameters }) => parameters)),
    request: sorted(used.flatMap(({ request }) => request)),
    responses: Object.fromEntries(
      statuses.map((status) => [status, sorted(used.flatMap(({ responses }) => responses[status] ?? []))]),
    ),
  };
}

function sorted(names: readonly string[]): string[] {
  return [...new Set(names)].sort(compareText);
}

/**
 * Reads the text of a contract's file.
 *
 * @throws TypeError for another text
 */
export function parseContract(text: string): Contract {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The text is no contract, whatever it is.
  }
  const found = value as Partial<Contract> | null | undefined;
  if (found?.contract !== 1 || typeof found.operations !== "object" || found.operations === null) {
    throw new TypeError('expected a contract, as createTest({ contract: "FILE" }) writes it');
  }
  for (const [id, used] of Object.entries(found.operations)) {
    const { route, parameters, request, responses } = used as Partial<UsedOperation>;
    const lists = [parameters, request, ...Object.values(responses ?? { none: undefined })];
    if (typeof route === "string" && lists.every(isTexts)) continue;
    throw new TypeError(`expected route, parameters, request and responses at /operations/${id}`);
  }
  return found as Contract;
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((one) => typeof one === "string");
}
