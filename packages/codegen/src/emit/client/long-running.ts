import { type Model, type Operation, type Response, successResponses } from "@svc/model";
import { type Code, join, ts } from "../../quote/index.ts";
import { resultType, typesOfResponses } from "../operation-types.ts";

/** Methods that begin work; what GET answers with 202 and an address is another place of the resource. */
const BEGINNING: ReadonlySet<string> = new Set(["post", "put", "patch", "delete"]);

/** Whether an operation begins work that goes on after its response, and a header of that says where to ask for it. */
export function isLongRunning(operation: Operation): boolean {
  return BEGINNING.has(operation.method) && successResponses(operation).some(namesMonitor);
}

function namesMonitor({ status, headers }: Response): boolean {
  return headers.some(
    ({ name }) =>
      /^(operation-location|azure-asyncoperation)$/i.test(name) || (status === "202" && /^location$/i.test(name)),
  );
}

/**
 * Type of the result of the work: what is read at the same path where the work makes or changes that; else what the document
 * gives where the work has ended with the call; else what the GET gives that a link of the response names.
 */
export function endedType(operation: Operation, model: Model): Code {
  const { method, path } = operation;
  const gets = model.operations.filter((other) => other.method === "get");
  const isChange = method === "put" || method === "patch";
  const beginnings = successResponses(operation).filter((one) => one.status === "202" || namesMonitor(one));
  const ended = isChange ? [] : successResponses(operation).filter((response) => !beginnings.includes(response));
  const types = typesOfResponses(operation, ended, model);
  if (types.length > 0) return join(types, " | ");
  const links = beginnings.flatMap((response) => response.links ?? []);
  const reading = gets.find((other) => (isChange ? other.path === path : links.includes(other.id)));
  return reading === undefined ? ts`unknown` : resultType(reading, model);
}
