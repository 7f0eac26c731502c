import {
  bodyKind,
  type Content,
  findOperation,
  hasFiles,
  type Json,
  type Model,
  methodArguments,
  type Operation,
  preferredContent,
  type UploadDeclaration,
} from "@svc/model";
import { inferResources, propertiesOf, type Resource } from "@svc/resources/infer";
import { type Code, comment, identifier, join, literal, str, ts } from "../../quote/index.ts";
import { bodyType, contentType, resultType } from "../operation-types.ts";
import type { Target } from "../target.ts";
import { clientType, idParameters } from "./downloads.ts";

/** The content of a request body that the client sends as a stream: a form with parts, or bytes. */
export function uploadOf({ body }: Operation): Content | undefined {
  const content = preferredContent(body?.content ?? []);
  return content !== undefined && /^(multipart|binary)$/.test(bodyKind(content.mediaType)) ? content : undefined;
}

/** How the body travels, as the client's table has it. */
export function uploadRow(operation: Operation): { [key: string]: Json } | undefined {
  const content = uploadOf(operation);
  if (content === undefined) return undefined;
  if (bodyKind(content.mediaType) === "binary") return {};
  const parts = Object.entries(content.encoding ?? {}).flatMap(
    ([name, { contentType: type, style }]): [string, Json][] => {
      const row = { ...(type !== undefined && { type }), ...(style === "deepObject" && { style }) };
      return Object.keys(row).length === 0 ? [] : [[name, row]];
    },
  );
  return { parts: Object.fromEntries(parts) };
}

/** One way to give the body of an operation, with what that means for the options of the call. */
export interface BodyVariant {
  readonly body: Code;
  /** Type of further options; empty: none. */
  readonly options: Code;
}

/** Types of an operation's body argument: files that can be sent again come last. */
export function bodyVariants(operation: Operation, model: Model): BodyVariant[] {
  const content = uploadOf(operation);
  if (content === undefined) return [{ body: bodyType(operation, model), options: ts`` }];
  if (bodyKind(content.mediaType) === "binary") {
    const bytes = ts`FileSource | ArrayBuffer | Uint8Array<ArrayBuffer> | string`;
    return [
      { body: ts`${bytes} | StreamSource`, options: ts`SentOnce` },
      { body: bytes, options: ts`UploadOptions` },
    ];
  }
  if (content.schema === undefined || !hasFiles(content.schema, model.schemas))
    return [{ body: bodyType(operation, model), options: ts`UploadOptions` }];
  const form = contentType(operation, content, model);
  return [
    { body: ts`SendableOnce<${form}> | FormData`, options: ts`SentOnce` },
    { body: ts`Resendable<${form}> | FormData`, options: ts`UploadOptions` },
  ];
}

/** The client's uploads: one function for each address that the document declares with a name for it. */
export function emitUploads(model: Model, typed: Model, target: Target): Code {
  const uploads = findUploads(model).flatMap(
    ({ resource, upload }) => emitUpload(resource, upload, { model, typed }) ?? [],
  );
  const from = str(target.runtimes.uploads);
  const types = ["Filled", "UploadedItem", "UploadSource", "UploadToOptions"].filter((name) =>
    uploads.some((code) => new RegExp(`\\b${name}\\b`).test(code)),
  );
  const imported = [...types.map((name) => ts`type ${identifier(name)}`), ts`uploadItem`];
  return ts`
    ${target.banner}
    ${uploads.length > 0 ? [ts`import { ${join(imported, ", ")} } from ${from};`] : []}
    ${uploads.some((code) => /\bt\./.test(code)) ? [ts`import type * as t from ${str(target.types)};`] : []}
    export type { UploadedItem, UploadedPart, UploadToOptions } from ${from};

    ${join(uploads, "\n\n")}
  `;
}

/** The addresses that the document declares with a name. */
export function findUploads(model: Model): { readonly resource: Resource; readonly upload: UploadDeclaration }[] {
  return inferResources(model).flatMap((resource) =>
    resource.uploads.flatMap((upload) => (upload.upload === undefined ? [] : [{ resource, upload }])),
  );
}

interface Models {
  readonly model: Model;
  /** The model whose schemas are the emitted types. */
  readonly typed: Model;
}

function emitUpload(resource: Resource, upload: UploadDeclaration, { model, typed }: Models): Code | undefined {
  const index = model.operations.findIndex(({ id }) => resource.roles[id]?.does === "create");
  const [operation, shown] = [model.operations[index], typed.operations[index]];
  if (upload.upload === undefined || operation === undefined || shown === undefined) return undefined;
  const ids = idParameters(operation);
  const names = bodyNames(operation, model);
  const filled = [upload.size, upload.type].filter((name) => name !== undefined && names.has(name));
  const plain = bodyType(shown, typed);
  const body =
    filled.length === 0
      ? plain
      : ts`Filled<${plain}, ${join(
          filled.map((name) => str(name ?? "")),
          " | ",
        )}>`;
  const hasBody = operation.body !== undefined;
  const parameters = [
    ts`svc: ${clientType(operation, ts`UploadSource`)}`,
    ...ids.map((id) => ts`${id}: string | number`),
    ...(hasBody ? [ts`body: ${body}`] : []),
    ts`file: Blob`,
    ts`options: UploadToOptions = {}`,
  ];
  const result = resultType(shown, typed);
  return ts`
    ${comment(describe(resource, upload))}
    export function ${identifier(upload.upload)}(${join(parameters, ", ")}): Promise<UploadedItem<${result}>> {
      return uploadItem<${result}>(svc, ${literal(rowOf(resource, upload, operation, model))}, { ids: [${join(ids, ", ")}], ${hasBody ? ts`body, ` : ts``}file }, options);
    }`;
}

function describe({ path }: Resource, { url, size, type, finish }: UploadDeclaration): string {
  const taken = [size, type].filter((name) => name !== undefined).map((name) => `\`${name}\``);
  const fields = taken.length === 0 ? "" : ` ${taken.join(" and ")} of the body are taken from the file.`;
  const told = finish === undefined ? "" : ` Then \`${finish.operation}\` is called.`;
  return `Makes an item of \`${path}\` and sends its file to the address in \`${url}\`, which gets no credential; a broken transfer is sent again.${fields}${told} Throws a ConfigurationError for an invalid option, or where there is no address, and what the methods that it calls throw.`;
}

function bodyNames(operation: Operation, { schemas }: Model): ReadonlySet<string> {
  const schema = preferredContent(operation.body?.content ?? [])?.schema;
  return new Set(schema === undefined ? [] : propertiesOf(schema, schemas).keys());
}

function rowOf(resource: Resource, upload: UploadDeclaration, operation: Operation, model: Model) {
  const { url, parts, partBytes, headers, checksum } = upload;
  const names = bodyNames(operation, model);
  const at = resource.roles[operation.id]?.at ?? [];
  const given = (name: string | undefined, key: string) => (name === undefined ? {} : { [key]: name });
  const inBody = (name: string | undefined) => (name !== undefined && names.has(name) ? name : undefined);
  const finish = finishRow(resource, upload, model);
  return {
    method: operation.name.join("."),
    label: operation.id,
    ...(at.length > 0 && { at: [...at] }),
    hasBody: operation.body !== undefined,
    hasParams: methodArguments(operation).params.length > 0,
    url,
    ...given(parts, "parts"),
    ...given(partBytes, "partBytes"),
    ...given(headers, "headers"),
    ...given(inBody(upload.size), "size"),
    ...given(inBody(upload.type), "type"),
    ...given(checksum, "checksum"),
    ...(finish !== undefined && { finish }),
  };
}

function finishRow({ id = "id" }: Resource, { finish }: UploadDeclaration, { operations }: Model) {
  const operation = finish && findOperation(operations, finish.operation);
  if (finish === undefined || operation === undefined) return undefined;
  return {
    method: operation.name.join("."),
    ids: methodArguments(operation).path.length,
    id,
    ...(finish.parts !== undefined && { parts: finish.parts }),
    number: finish.number ?? "number",
    etag: finish.etag ?? "etag",
  };
}
