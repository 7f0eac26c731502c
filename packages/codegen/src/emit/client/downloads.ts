import {
  bodyKind,
  camelCase,
  type Model,
  methodArguments,
  type Operation,
  preferredContent,
  successResponses,
  words,
} from "@svc/model";
import { inferResources, type Resource, singular } from "@svc/resources/infer";
import { type Code, comment, identifier, join, key, literal, str, ts } from "../../quote/index.ts";
import { takeName } from "../take-name.ts";
import type { Target } from "../target.ts";

/** The client's downloads: one function for each file that the document declares with a name for it. */
export function emitDownloads(model: Model, target: Target): Code {
  const downloads = findDownloads(model).map((found) => ("file" in found ? emitDownload(found) : emitOperation(found)));
  const has = (name: string): boolean => downloads.some((code) => new RegExp(`\\b${name}\\b`).test(code));
  const functions = ["downloadItem", "downloadList", "downloadOperation"].filter(has).map(identifier);
  const types = TYPES.filter(has);
  const imported = [...functions, ...types.map((name) => ts`type ${identifier(name)}`)];
  const from = str(target.runtimes.downloads);
  return ts`
    ${target.banner}
    ${imported.length > 0 ? [ts`import { ${join(imported, ", ")} } from ${from};`] : []}
    export type { Download, DownloadOptions, DownloadProgress, ListDownloadOptions } from ${from};

    ${join(downloads, "\n\n")}
  `;
}

/** A function of the client that downloads: what an operation answers, or files whose addresses it answers. */
export type DownloadFunction = { readonly name: string; readonly operation: Operation } & (
  | object
  | { readonly resource: Resource; readonly file: File }
);

/** The functions in the order in which they are emitted. */
export function findDownloads(model: Model): DownloadFunction[] {
  const declared = inferResources(model).flatMap((resource) =>
    resource.files.flatMap((file) => declaredDownload(resource, file, model)),
  );
  const taken = new Set(inferResources(model).flatMap(({ files }) => files.flatMap(({ download }) => download ?? [])));
  const ofBytes = model.operations
    .filter(isBinaryRead)
    .map((operation) => ({ name: nameOf(operation, taken), operation }));
  return [...declared, ...ofBytes];
}

const TYPES = [
  "Download",
  "DownloadClient",
  "DownloadOptions",
  "DownloadSource",
  "ListDownloadOptions",
  "OperationDownloadOptions",
] as const;

/** Whether an operation answers bytes. */
function isBinaryRead({ method, responses }: Operation): boolean {
  const content = successResponses({ responses }).map((response) => preferredContent(response.content));
  return method === "get" && content.some((one) => one !== undefined && bodyKind(one.mediaType) === "binary");
}

function nameOf({ id, name }: Operation, taken: Set<string>): string {
  const short = name.length > 1 && /^(?:get|retrieve|download)$/.test(name.at(-1) ?? "") ? name.slice(0, -1) : name;
  const wanted = [short, name].map((one) => camelCase(`download ${one.join(" ")}`));
  return takeName(wanted.find((one) => !taken.has(one)) ?? wanted[1] ?? "", id, taken);
}

/** The download of what an operation answers. */
function emitOperation({ name, operation }: DownloadFunction): Code {
  const { id, path } = operation;
  const ids = idParameters(operation);
  const names = methodArguments(operation).path.map(({ parameter }) => parameter.name);
  const values = names.map((one, index) => ts`${key(one)}: ${ids[index] ?? ts``}`);
  const parameters = join([ts`svc: DownloadClient`, ...ids.map((one) => ts`${one}: string | number`)], ", ");
  const text = `Downloads what \`${id}\` answers, as a stream that is not held in memory; a broken transfer is resumed. Query parameters are given as \`options.query\`. Throws a ConfigurationError for an invalid option; the stream throws the errors of the client's methods.`;
  return ts`
    ${comment(text)}
    export function ${identifier(name)}(${parameters}, options: OperationDownloadOptions = {}): Promise<Download> {
      return downloadOperation(svc, ${literal({ id, path, name: labelOf(path) || id })}, { ${join(values, ", ")} }, options);
    }`;
}

/** Names of the path parameters of an operation, as those of a function. */
export function idParameters(operation: Operation): Code[] {
  return methodArguments(operation).path.map(({ identifier: name }) => {
    const spelled = camelCase(name);
    return identifier(/^(?:svc|body|file|options)$/.test(spelled) ? `${spelled}Value` : spelled);
  });
}

type File = Resource["files"][number];

function declaredDownload(resource: Resource, file: File, model: Model) {
  const find = (does: "list" | "read") => model.operations.find(({ id }) => resource.roles[id]?.does === does);
  const operation = resource.kind === "singleton" ? find("read") : (find("list") ?? find("read"));
  if (file.download === undefined || operation === undefined || resource.roles[operation.id] === undefined) return [];
  return [{ name: file.download, operation, resource, file }];
}

function emitDownload(found: Extract<DownloadFunction, { file: File }>): Code {
  const { name, operation, resource, file } = found;
  const role = resource.roles[operation.id];
  const ids = idParameters(operation);
  const parameters = join(
    [ts`svc: ${clientType(operation, ts`DownloadSource`)}`, ...ids.map((id) => ts`${id}: string | number`)],
    ", ",
  );
  const row = literal(role?.does === "list" ? listRow(resource, file, operation) : itemRow(resource, file, operation));
  const [call, options, result] =
    role?.does === "list"
      ? [ts`downloadList`, ts`ListDownloadOptions`, ts`AsyncGenerator<Download, void, void>`]
      : [ts`downloadItem`, ts`DownloadOptions`, ts`Promise<Download>`];
  return ts`
    ${comment(describe(resource, file))}
    export function ${identifier(name)}(${parameters}, options: ${options} = {}): ${result} {
      return ${call}(svc, ${row}, [${join(ids, ", ")}], options);
    }`;
}

function describe({ path, kind }: Resource, { url }: File): string {
  const what = kind === "singleton" ? `the file at \`${url}\` of` : `the files at \`${url}\` of the items of`;
  return `Downloads ${what} \`${path}\`. The download host gets no credential; an expired URL is renewed, a broken transfer resumed. Throws a ConfigurationError for an invalid option, or where there is no \`${url}\`, and what the method that it calls throws.`;
}

/** The one method of a client that a download or an upload needs. */
export function clientType({ name }: Operation, method: Code): Code {
  return name.reduceRight<Code>((inner, part) => ts`{ readonly ${key(part)}: ${inner} }`, method);
}

function itemRow({ path }: Resource, { name, url, until, seconds }: File, operation: Operation) {
  return {
    method: operation.name.join("."),
    label: labelOf(path),
    name: name.text,
    url,
    ...(until !== undefined && { until }),
    ...(seconds !== undefined && { seconds }),
  };
}

function listRow(resource: Resource, file: File, operation: Operation) {
  const role = resource.roles[operation.id];
  const at = role?.at ?? [];
  const limit = role?.does === "list" ? operation.parameters.find(({ name }) => name === role.limit) : undefined;
  const argument = methodArguments(operation).params.find(({ parameter }) => parameter === limit);
  const most = limit?.schema.maximum !== undefined && { most: limit.schema.maximum };
  return {
    ...itemRow(resource, file, operation),
    items: [...at],
    item: singular(words(at.at(-1) ?? "files").join(" ")),
    ...(file.name.field !== undefined && { key: file.name.field }),
    ...(file.size !== undefined && { size: file.size }),
    ...(limit !== undefined && argument !== undefined && { limit: { name: argument.key, ...most } }),
    hasParams: methodArguments(operation).params.length > 0,
  };
}

/** The static segments behind the last parameter: `network logs`. */
function labelOf(path: string): string {
  const last = path.split("/").findLastIndex((segment) => segment.includes("{"));
  return path
    .split("/")
    .slice(last + 1)
    .flatMap((segment) => words(segment))
    .join(" ");
}
