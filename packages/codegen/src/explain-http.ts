import { commonErrors, type Model, type Operation, serverAddresses, successResponses } from "@svc/model";

/** What the fake decides of requests and answers by convention, one line each: addresses, refusals, streams. */
export function explainHttp(model: Model): string[] {
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
  if (Object.hasOwn(model.schemas, "HTTPValidationError")) return ["refusals: those of FastAPI, to the letter"];
  const { invalid, contents } = commonErrors(model);
  const common = contents.get("")?.schema;
  const form =
    common === undefined ? "problem details (RFC 9457)" : `that of most others, ${common.$ref ?? "an unnamed schema"}`;
  return [
    `refusals: where an operation declares neither 400 nor 422, an invalid request is ${invalid}`,
    `refusals: where an operation declares no error for a status, its form is ${form}`,
    "bodies: names in brackets are lists and objects (a[k], a[0], a[]), whatever style is declared",
  ];
}

function isChosenByField(operation: Operation): boolean {
  const contents = successResponses(operation).flatMap(({ content }) => content);
  return contents.some(({ stream }) => stream) && contents.some(({ stream }) => !stream);
}
