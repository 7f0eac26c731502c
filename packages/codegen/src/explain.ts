import {
  commonErrors,
  escapeInvisible,
  type Model,
  type Operation,
  serverAddresses,
  successResponses,
} from "@svc/model";
import { inferResources } from "@svc/resources/infer";
import { dialectOf } from "@svc/schema";

/** Describes the resources of a document, as the fake infers them, with reasons, one line each. */
export function explainResources(model: Model): string {
  const resources = inferResources(model);
  const known = new Set(resources.flatMap(({ roles }) => Object.keys(roles)));
  const others = model.operations.filter(({ id }) => !known.has(id)).map(({ id }) => id);
  const lines = [
    `${resources.length} resources, ${known.size} of ${model.operations.length} operations:`,
    ...resources.flatMap(({ name, reasons }) => [name.join("."), ...reasons.map((reason) => `  ${reason}`)]),
    ...(others.length === 0 ? [] : [`answered without state: ${others.join(", ")}`]),
    ...(resources.length === 0 ? [] : CHANGES),
    ...explainHttp(model),
  ];
  return lines.map(escapeInvisible).join("\n");
}

/** Conventions of changes by requests, for every resource. */
const CHANGES = [
  "changes: a PATCH, or a form, gives only what changes, also of objects in an item; null takes a field of these away",
  "changes: every change moves the time that an item was changed at, by a second at least",
  "lists: below another parent a list is empty as soon as requests have made items elsewhere",
];

/** Conventions of the fake for requests and answers, one line each: addresses, refusals, streams. */
function explainHttp(model: Model): string[] {
  const paths = serverAddresses(model).filter(({ path }) => path !== undefined).length;
  const urls = [...model.servers, ...model.operations.flatMap(({ servers = [] }) => servers)].map(({ url }) => url);
  const streaming = model.operations.filter(isChosenByField).map(({ id }) => id);
  return [
    `addresses: paths are answered bare${paths === 0 ? "" : ", and below the paths of servers"}; hosts: ${[...new Set(urls)].join(", ") || "none"}`,
    ...explainRefusals(model),
    ...(streaming.length === 0
      ? []
      : [`where a request has a boolean "stream", it chooses between JSON and a stream: ${streaming.join(", ")}`]),
  ];
}

function explainRefusals(model: Model): string[] {
  if (dialectOf(model.schemas).refusesAsFastApi) return ["refusals: those of FastAPI, to the letter"];
  const { invalid, contents } = commonErrors(model);
  const common = contents.get("")?.schema;
  const form =
    common === undefined ? "problem details (RFC 9457)" : `that of most others, ${common.$ref ?? "an unnamed schema"}`;
  return [
    `refusals: where an operation declares neither 400 nor 422, an invalid request is ${invalid}`,
    `refusals: where an operation declares no error for a status, its form is ${form}`,
    "bodies: names in brackets are lists and objects (a[k], a[0], a[]), whatever style is declared",
    "bodies: JSON is read, too, where only a form is declared; a search by POST may leave out its lists",
  ];
}

function isChosenByField(operation: Operation): boolean {
  const contents = successResponses(operation).flatMap(({ content }) => content);
  return contents.some(({ stream }) => stream) && contents.some(({ stream }) => !stream);
}
