import type { Context } from "./build/context.ts";
import { buildOperations } from "./build/operations.ts";
import { asArray, asObject, asString, child, entries, get, optional, record, strings } from "./build/raw.ts";
import { buildSecuritySchemes } from "./build/security.ts";
import { findUnknowns } from "./build/unknowns.ts";
import { checkDocument } from "./load/check-document.ts";
import { DocumentError } from "./load/document-error.ts";
import type { Model, NamedSchema, Operation, Server, Tag } from "./model.ts";
import { nameSchemas } from "./naming/schema-names.ts";
import { createNormalizer } from "./normalize/index.ts";

export interface CreateModelOptions {
  /** File name for error messages. @default "document" */
  readonly file?: string;
  /** Names that were released before, operation id to dotted method name: they win over derived ones. */
  readonly names?: { readonly [operationId: string]: string };
}

/**
 * Builds the {@link Model} of an OpenAPI 3.0 or 3.1 document (an object as `JSON.parse` gives it).
 *
 * @throws DocumentError with every finding, each with its JSON pointer, where the document cannot be generated from.
 */
export function createModel(document: unknown, options: CreateModelOptions = {}): Model {
  const findings = checkDocument(document, options.file);
  if (findings.length > 0) throw new DocumentError(findings);
  const normalizer = createNormalizer(document);
  const context: Context = {
    resolve: (value, pointer) => normalizer.resolve(value, pointer),
    schema: (value, pointer) => normalizer.schema(value, pointer),
  };
  const info = get(document, "info");
  const declared = buildSchemas(document, normalizer.schemas);
  const operations = buildOperations(document, context, declared, options.names);
  return {
    title: asString(get(info, "title")) ?? "",
    version: asString(get(info, "version")) ?? "",
    ...optional("description", asString(get(info, "description"))),
    openapi: asString(get(document, "openapi")) ?? "",
    servers: buildServers(get(document, "servers")),
    tags: buildTags(document, operations),
    securitySchemes: buildSecuritySchemes(document, context),
    operations,
    schemas: declared,
    requestHeaders: record(
      entries(get(document, "x-svc-request-headers")).flatMap(([name, value]) =>
        typeof value === "string" ? [[name, value] as const] : [],
      ),
    ),
    unknowns: findUnknowns(document),
  };
}
