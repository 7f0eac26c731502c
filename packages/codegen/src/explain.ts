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
    ...(others.length === 0 ? [] : [`stateless: ${others.join(", ")}`]),
    ...(resources.length === 0 ? [] : CHANGES),
    ...explainHttp(model),
  ];
  return lines.map(escapeInvisible).join("\n");
}

/** Conventions of changes by requests, for every resource. */
const CHANGES = [
  "changes: a PATCH or a form contains only changes, also of nested objects; null removes a field of these",
  "changes: every change increases an item's time of change, by at least a second",
  "lists: once requests have created items, lists below other parents are empty",
];

/** Conventions of the fake for requests and answers, one line each: addresses, refusals, streams. */
function explainHttp(model: Model): string[] {
  const paths = serverAddresses(model).filter(({ path }) => path !== undefined).length;
  const urls = [...model.servers, ...model.operations.flatMap(({ servers = [] }) => servers)].map(({ url }) => url);
  const streaming = model.operations.filter(isChosenByField).map(({ id }) => id);
  return [
    `addresses: paths are served bare${paths === 0 ? "" : ", and below the paths of servers"}; hosts: ${[...new Set(urls)].join(", ") || "none"}`,
    ...explainRefusals(model),
    ...(streaming.length === 0
      ? []
      : [`if a request has a boolean "stream", it selects JSON or a stream: ${streaming.join(", ")}`]),
  ];
}

function explainRefusals(model: Model): string[] {
  if (dialectOf(model.schemas).refusesAsFastApi) return ["refusals: exactly those of FastAPI"];
  const { invalid, contents } = commonErrors(model);
  const common = contents.get("")?.schema;
  const form =
    common === undefined ? "problem details (RFC 9457)" : `that of most others, ${common.$ref ?? "an unnamed schema"}`;
  return [
    `refusals: if an operation declares neither 400 nor 422, an invalid request is ${invalid}`,
    `refusals: if an operation declares no error for a status, its form is ${form}`,
    "bodies: names in brackets are lists and objects (a[k], a[0], a[]), whatever style is declared",
    "bodies: JSON is also read if only a form is declared; a search by POST may omit its lists",
  ];
}

function isChosenByField(operation: Operation): boolean {
  const contents = successResponses(operation).flatMap(({ content }) => content);
  return contents.some(({ stream }) => stream) && contents.some(({ stream }) => !stream);
}
