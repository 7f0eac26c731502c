import {
  type Model,
  type NamedSchema,
  type Operation,
  refTo,
  type Schema,
  serviceRequests,
  type Webhook,
} from "@svc/model";
import { namesOfForms, withFiles } from "./form-files.ts";
import { TAKEN } from "./inline-types.ts";
import { memberDoc } from "./member-doc.ts";
import { type Context, declare, operationMembers, parametersMember } from "./operation-members.ts";
import { openTypeOf, printSchema } from "./print-schema.ts";
import { memberOf, NEVER, objectOf, type PrintedType, plain, quoted } from "./printed-type.ts";
import { toTypeSchema } from "./type-schema.ts";

/** Name of the type of a schema beside `components`: no name of the document ends in `$`. */
export function aliasOf(typeName: string): string {
  return TAKEN.has(typeName) ? `${typeName}$` : typeName;
}

/** Doc comment of the type of a schema. */
export function describe({ schema, wireName }: Model["schemas"][string]): string {
  return schema.description ?? schema.title ?? `\`${wireName}\` of the document.`;
}

/**
 * `paths`, `webhooks`, `components` and `operations` as openapi-typescript declares them, and the types that they refer to.
 *
 * The types of schemas, and those that operations write out, are exported aliases. Compilers and editors show a type by the alias
 * that declares it; a member of an interface is shown as the whole object. And an alias may lead back to itself through lists and
 * unions alone (`JsonValue`), which TypeScript refuses of a member.
 */
export function printDeclarations(model: Model): string {
  const context = contextOf(model);
  const paths = [...pathsOf(model.operations)];
  const pathMembers = paths
    .filter(([, { isKnown }]) => isKnown)
    .map(([name, { methods }]) => memberOf({ name, type: pathType(methods, context) }, 1));
  const webhookMembers = Object.entries(webhooksOf(model)).map(([name, methods]) =>
    memberOf({ name, type: pathType(methods, context) }, 1),
  );
  const components = componentMembers(context);
  const operations = paths.flatMap(([, { methods }]) =>
    METHODS.flatMap((method) => {
      const operation = methods.get(method);
      if (operation === undefined) return [];
      return [memberOf({ name: operation.id, type: objectOf(operationMembers(operation, context, 2), 1) }, 1)];
    }),
  );
  const declared = [
    root("paths", paths.length > 0 ? pathMembers : undefined),
    root("webhooks", webhookMembers.length > 0 ? webhookMembers : undefined),
    root("components", components),
    "export type $defs = Record<string, never>;\n",
    root("operations", operations.length > 0 ? operations : undefined),
  ].join("");
  const types = context.aliases.join("");
  const needsHelper = [declared, types].some((text) => text.includes("WithRequired<"));
  return declared + (needsHelper ? WITH_REQUIRED : "") + types;
}

/** A schema may require what its parts only allow: names that a type is not known to have. */
const WITH_REQUIRED =
  "type WithRequired<T, K extends PropertyKey> = T & Required<Pick<T, K & keyof T>> & Record<Exclude<K, keyof T>, unknown>;\n";

const ROOTS: { readonly [name: string]: string } = {
  webhooks: "Requests that the service sends, by name and method: webhooks, and callbacks as `operation.callback`.",
  paths: "Operations by path template and method, as openapi-fetch takes them.",
  components: "The document's reusable schemas, parameters, headers and answers, by kind and name.",
  operations: "Operations by operation id: parameters, body and answers by status.",
};

function root(name: string, members: readonly string[] | undefined): string {
  const declared =
    members === undefined
      ? `export type ${name} = Record<string, never>;`
      : `export interface ${name} {\n${members.join("")}}`;
  return `/** ${ROOTS[name]} */\n${declared}\n`;
}

function contextOf(model: Model): Context {
  const files = namesOfForms(model);
  const all = Object.values(model.schemas);
  const aliases = new Map(all.map(({ wireName, typeName }) => [wireName, aliasOf(typeName)]));
  return {
    model,
    aliases: [],
    schemas: Object.fromEntries([
      ...all.map(({ wireName, schema }) => {
        return [wireName, toTypeSchema(files.has(wireName) ? withFiles(schema) : schema, model.schemas)] as const;
      }),
      ...all.flatMap(formerSchemas),
    ]),
    reference: (name) => aliases.get(name) ?? `components["schemas"][${quoted(name)}]`,
  };
}

/** Keeps former names as keys that can still be looked up. */
function formerSchemas({ wireName, formerWireNames = [] }: NamedSchema): (readonly [string, Schema])[] {
  const deprecated = { deprecated: true, description: `Use \`${wireName}\`: the name in the document has changed.` };
  return formerWireNames.map((name) => [name, { $ref: refTo(wireName), ...deprecated }] as const);
}

/** Methods that a path has members for. */
const METHODS = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

type ByMethod<Called> = ReadonlyMap<string, Called>;

interface PathOperations {
  readonly methods: Map<string, Operation>;
  /** Whether `paths` can say the method; others are in `operations` alone. */
  readonly isKnown: boolean;
}

function pathsOf(operations: readonly Operation[]): ReadonlyMap<string, PathOperations> {
  const paths = new Map<string, PathOperations>();
  for (const operation of operations) {
    const isKnown = METHODS.includes(operation.method);
    const key = isKnown ? operation.path : `${operation.path}\n${operation.method}`;
    const path = paths.get(key) ?? { methods: new Map(), isKnown };
    path.methods.set(isKnown ? operation.method : "post", operation);
    paths.set(key, path);
  }
  return paths;
}

function webhooksOf(model: Model): { readonly [name: string]: ByMethod<Webhook> } {
  const webhooks = new Map<string, Map<string, Webhook>>();
  for (const webhook of serviceRequests(model))
    webhooks.set(webhook.name, (webhooks.get(webhook.name) ?? new Map()).set(webhook.method, webhook));
  return Object.fromEntries(webhooks);
}

/** The type of a path or webhook: by method what is called, or what is sent. */
function pathType(methods: ByMethod<Operation | Webhook>, context: Context): PrintedType {
  const members = METHODS.map((name) => {
    const called = methods.get(name);
    if (called === undefined) return memberOf({ name, isOptional: true, type: NEVER }, 2);
    const isOperation = "id" in called;
    const type = isOperation
      ? plain(`operations[${quoted(called.id)}]`)
      : objectOf(operationMembers(called, context, 3), 2);
    const { summary, description, deprecated } = called;
    return memberOf({ name, type, doc: memberDoc({ summary, description, deprecated }) }, 2);
  });
  return objectOf([parametersMember([], context, 2), ...members], 1);
}

function componentMembers(context: Context): string[] {
  const named = new Map(Object.values(context.model.schemas).map((schema) => [schema.wireName, schema]));
  const members = Object.entries(context.schemas).map(([name, schema]) => {
    const own = named.get(name);
    const depth = own === undefined ? 2 : 0;
    const type = openTypeOf(schema, context, depth) ?? printSchema(schema, context, depth);
    const shown =
      own === undefined ? type : declare(aliasOf(own.typeName), { description: describe(own), type }, context);
    return memberOf({ name, type: shown, doc: memberDoc(schema) }, 2);
  });
  const none = ["responses", "parameters", "requestBodies", "headers", "pathItems"];
  return [
    memberOf({ name: "schemas", type: members.length === 0 ? NEVER : objectOf(members, 1) }, 1),
    ...none.map((name) => memberOf({ name, type: NEVER }, 1)),
  ];
}
