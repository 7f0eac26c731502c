import { checkWaiterNames } from "./build/check-waits.ts";
import type { Context } from "./build/context.ts";
import { buildCallbacks, buildOperations, buildWebhooks } from "./build/operations.ts";
import { asArray, asString, entries, get, optional, record, strings } from "./build/raw.ts";
import { buildSecuritySchemes } from "./build/security.ts";
import { buildServers } from "./build/servers.ts";
import type { ResourceDeclaration } from "./declarations/resource-declaration.ts";
import { inspectDocument, strictFindings } from "./load/check/inspect-document.ts";
import { DocumentError, type Finding } from "./load/finding.ts";
import { childPointer } from "./load/pointer.ts";
import type { Model, NamedSchema, Operation, Tag, Unknown, WebhookSignature } from "./model.ts";
import { builderNamesOf, buildersOfFormerTypes } from "./naming/builder-names.ts";
import { withFormerNames, withFormerTypes } from "./naming/former-names.ts";
import { entryOf, type NameLedger, type Names } from "./naming/name-ledger.ts";
import { nameSchemas } from "./naming/schema-names.ts";
import { createNormalizer, type Normalizer } from "./normalize/create-normalizer.ts";
import { withHierarchies } from "./open/hierarchies.ts";
import { openSchemas } from "./open/open-schemas.ts";
import { describeRepair, type Repair } from "./repair/repair.ts";
import { repairDocument } from "./repair/repair-document.ts";
import type { Round } from "./repair/to-overlay.ts";

export interface CreateModelOptions {
  /** File name for error messages. @default "document" */
  readonly file?: string;
  /** Told of everything that is read in the only sensible way, or left out. */
  readonly onWarning?: (warning: Finding) => void;
  /** Refuses a document that needs repairs. @default false: they are made */
  readonly strict?: boolean;
  /** Told of each repair, in the order in which they are made. */
  readonly onRepair?: (repair: Repair) => void;
  /** Told of all repairs, where there are any: what `toOverlay` writes. */
  readonly onRepairs?: (rounds: readonly Round[]) => void;
  /** Names that were given before: they win over derived ones, and what the document renames keeps them as aliases. */
  readonly names?: NameLedger;
  /** Method and path (`GET /health`) by operation id in an earlier version: an id that is there twice stays where it was. */
  readonly formerRoutes?: Names;
  /** Whether enums and unions are open, whatever the document says. @default the document's `x-svc-open-enums`, or false */
  readonly openEnums?: boolean;
}

/**
 * Builds the {@link Model} of an OpenAPI 3.0, 3.1 or 3.2 document (an object as `JSON.parse` gives it). Mistakes that have one
 * right reading are repaired in a copy.
 *
 * @throws DocumentError with every finding, each with its JSON pointer, where the document cannot be generated from.
 */
export function createModel(given: unknown, options: CreateModelOptions = {}): Model {
  return modelOfReadable(readableDocument(given, options), options);
}

/**
 * The model of a {@link readableDocument}: for those who name one document twice.
 *
 * @throws DocumentError where a waiter has the name of another method
 */
export function modelOfReadable(
  document: unknown,
  options: Pick<CreateModelOptions, "file" | "names" | "openEnums"> = {},
): Model {
  const normalizer = createNormalizer(document);
  const info = get(document, "info");
  const closed = buildSchemas(document, normalizer, options.names);
  const context: Context = { resolve: normalizer.resolve, schema: normalizer.schema, schemas: closed };
  const built = withFormerNames(buildOperations(document, context, closed, options.names), options.names);
  const findings = checkWaiterNames(built, options.file ?? "document");
  if (findings.length > 0) throw new DocumentError(findings);
  const { schemas, operations, webhooks, callbacks } = openSchemas(
    {
      schemas: withFormerTypes(closed, options.names),
      operations: built,
      webhooks: buildWebhooks(document, context),
      callbacks: buildCallbacks(document, built, context),
    },
    options.openEnums ?? get(document, "x-svc-open-enums") === true,
  );
  return {
    title: asString(get(info, "title")) ?? "",
    version: asString(get(info, "version")) ?? "",
    ...optional("description", asString(get(info, "description"))),
    openapi: asString(get(document, "openapi")) ?? "",
    servers: buildServers(get(document, "servers")),
    tags: buildTags(document, operations),
    securitySchemes: buildSecuritySchemes(document, context),
    operations,
    ...(webhooks.length > 0 && { webhooks }),
    ...(callbacks.length > 0 && { callbacks }),
    ...optional("webhookSignature", get(document, "x-svc-webhook-signature") as WebhookSignature | undefined),
    schemas,
    requestHeaders: record(
      entries(get(document, "x-svc-request-headers")).flatMap(([name, value]) =>
        typeof value === "string" ? [[name, value] as const] : [],
      ),
    ),
    unknowns: findUnknowns(document),
    ...optional("resources", buildDeclarations(document, context)),
  };
}

/** The document with every repair made, under `strict` as it is: what its model is made of. @throws DocumentError */
export function readableDocument(
  given: unknown,
  { file = "document", strict, formerRoutes, onWarning, onRepair, onRepairs }: CreateModelOptions = {},
): unknown {
  if (strict) {
    const inspection = inspectDocument(given, file);
    for (const warning of inspection.warnings) onWarning?.(warning);
    const findings = strictFindings(inspection);
    if (findings.length > 0) throw new DocumentError(findings);
    return given;
  }
  const { document, rounds, repairs, findings, warnings } = repairDocument(given, {
    file,
    ...optional("formerRoutes", formerRoutes),
  });
  for (const warning of warnings) onWarning?.(warning);
  // One run tells everything.
  if (findings.length > 0) {
    throw new DocumentError([
      ...findings,
      ...repairs.map((repair) => ({ file, pointer: repair.pointer, message: describeRepair(repair) })),
    ]);
  }
  for (const repair of repairs) onRepair?.(repair);
  if (rounds.length > 0) onRepairs?.(rounds);
  return document;
}

function buildSchemas(
  document: unknown,
  { schemas: normal, pointers }: Normalizer,
  ledger?: NameLedger,
): { [name: string]: NamedSchema } {
  const declared = get(get(document, "components"), "schemas");
  const schemas = withHierarchies(normal);
  const all = Object.entries(schemas);
  const names = nameSchemas(
    all.map(([wireName]) => ({
      wireName,
      kept: entryOf(ledger?.schemas, wireName),
      keptBuilders: ledger && builderNamesOf(ledger, wireName),
      override: asString(get(get(declared, wireName), "x-svc-name")),
    })),
    ledger && buildersOfFormerTypes(ledger, schemas),
  );
  return record(
    all.map(([wireName, schema], index) => {
      const named = names[index];
      if (named === undefined) throw new Error(`No name for schema ${wireName}.`);
      return [wireName, { wireName, ...named, schema, pointer: pointers[wireName] ?? "" }] as const;
    }),
  );
}

/** Declarations are checked: what is there is of its type. */
function buildDeclarations(document: unknown, context: Context): Model["resources"] {
  const declared = entries(get(document, "paths")).flatMap(([path, item]) => {
    const declaration = get(context.resolve(item, childPointer("/paths", path)).value, "x-svc-resource");
    return declaration === undefined ? [] : [[path, declaration as ResourceDeclaration] as const];
  });
  return declared.length === 0 ? undefined : record(declared);
}

function buildTags(document: unknown, operations: readonly Operation[]): Tag[] {
  const declared = asArray(get(document, "tags")).flatMap((tag) => {
    const name = asString(get(tag, "name"));
    if (name === undefined) return [];
    const texts = ["summary", "description", "parent"] as const;
    return [{ name, ...Object.assign({}, ...texts.map((field) => optional(field, asString(get(tag, field))))) }];
  });
  const used = new Set(operations.flatMap(({ tags }) => tags));
  const undeclared = [...used].filter((name) => !declared.some((tag) => tag.name === name));
  return [...declared, ...undeclared.map((name) => ({ name }))];
}

/** Method and path by operation id: for `formerRoutes` of the next version. */
export function operationRoutes({ operations }: Model): Names {
  return record(operations.map(({ id, method, path }) => [id, `${method.toUpperCase()} ${path}`] as const));
}

/** A part of the document, and where it stands. */
interface Place {
  readonly value: unknown;
  readonly key: string;
  readonly above: Place | undefined;
}

/** Every object of the document that carries `x-svc-unknown`, in document order. */
function findUnknowns(document: unknown): Unknown[] {
  const found: Unknown[] = [];
  // A stack of its own: documents may nest deeper than the call stack allows.
  const stack: Place[] = [{ value: document, key: "", above: undefined }];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const notShown = strings(get(next.value, "x-svc-unknown"));
    if (notShown.length > 0) found.push({ pointer: pointerOf(next), notShown });
    for (const [key, value] of Object.entries(Object(next.value)).reverse())
      if (typeof value === "object" && value !== null) stack.push({ value, key, above: next });
  }
  return found;
}

function pointerOf(place: Place): string {
  const keys: string[] = [];
  for (let { key, above } = place; above !== undefined; { key, above } = above) keys.push(key);
  return childPointer("", ...keys.reverse());
}
