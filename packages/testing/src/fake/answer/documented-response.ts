import type { Operation, Response } from "@svc/model/data";

/** A documented response with the status that is sent. */
interface Success {
  readonly status: number;
  readonly response: Response | undefined;
}

const successes = new WeakMap<Operation, Success>();

/** The response of a successful call: 2xx, else `default`, else 1xx or 3xx. Status 200 where the document names none. */
export function successOf(operation: Operation): Success {
  const known = successes.get(operation) ?? findSuccess(operation);
  successes.set(operation, known);
  return known;
}

function findSuccess({ responses }: Operation): Success {
  const find = finder(responses);
  const response = find(/^2\d\d$/) ?? find(/^2XX$/) ?? find(/^default$/) ?? find(/^[13]\d\d$/);
  const isExact = response !== undefined && /^\d{3}$/.test(response.status);
  return { status: isExact ? Number(response.status) : 200, response };
}

/** The response to an invalid request: 422, else 400, another 4xx, or `default`. */
export function validationResponseOf({ responses }: Operation): Response | undefined {
  const find = finder(responses);
  return find(/^422$/) ?? find(/^400$/) ?? find(/^4XX$/) ?? find(/^default$/);
}

/** The response that an operation documents for a status: exactly, by its range, or as `default`. */
export function responseOf({ responses }: Operation, status: number): Response | undefined {
  const names = [String(status), `${Math.floor(status / 100)}XX`, "default"];
  return names
    .map((name) => responses.find((response) => response.status === name))
    .find((found) => found !== undefined);
}

function finder(responses: readonly Response[]): (pattern: RegExp) => Response | undefined {
  return (pattern) => responses.find(({ status }) => pattern.test(status));
}
