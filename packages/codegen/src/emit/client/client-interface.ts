import { type Model, methodArguments, type Operation, pascalCase, type WaiterDeclaration } from "@svc/model";
import { type Code, comment, identifier, join, key, str, tag, ts } from "../../quote/index.ts";
import { argumentList } from "../calls.ts";
import { deprecatedFor, describeOperation, describeParameter } from "../documentation.ts";
import { bodyType, resultType } from "../operation-types.ts";
import { isDefault, namesOf } from "../sdk-name.ts";
import { takeName } from "../take-name.ts";
import type { Target } from "../target.ts";
import { promiseType } from "./pages.ts";
import { paramType, pathArgumentType, sentBody } from "./sent-types.ts";
import { streamSignatures } from "./streams.ts";
import { bodyVariants } from "./uploads.ts";
import { describeWaiter, reachedType } from "./waiters.ts";

type ParamsNames = ReadonlyMap<string, Code>;

const NOTHING: Code = ts``;

/** Besides the client's own `close()`. */
const CLOSE: Code = ts`

  /** As without options; \`closeResources: true\` first ends what calls began and nobody ended. Throws an AggregateError where that fails. */
  close(options?: CloseOptions): Promise<void>;`;

/** The client's typed methods: one interface with a member per noun, and one per operation's object of parameters. */
export function emitClientInterface(model: Model, target: Target): Code {
  const { promise } = namesOf(target.sdk);
  const runtimeTypes = [...RUNTIME_TYPES, promise];
  const names = paramsNames(model, runtimeTypes);
  const params = join(
    model.operations.flatMap((operation) => emitParams(operation, names, model)),
    "\n",
  );
  const formerParams = emitFormerParams(model, names, runtimeTypes);
  const methods = emitMembers(buildTree(model.operations), { model, target, names });
  const members = model.operations.some(({ lifecycle }) => lifecycle !== undefined) ? ts`${methods}${CLOSE}` : methods;
  const text = members + params;
  const used = runtimeTypes.filter((name) => text.includes(name) && new RegExp(`\\b${name}\\b`).test(text)).sort();
  const imported = used.map((name) =>
    name === promise && !isDefault(target.sdk) ? ts`SvcPromise as ${identifier(name)}` : identifier(name),
  );
  return ts`
    ${target.banner}
    import type * as t from ${str(target.types)};
    ${target.decoding && /\bw\./.test(text) ? [ts`import type * as w from ${str(target.wireTypes ?? target.types)};`] : []}
    ${used.length === 0 ? NOTHING : ts`import type { ${join(imported, ", ")} } from ${str(target.runtimes.client)};`}

    /** The operations of the document as methods. */
    export interface Operations {
      ${members}
    }
    ${params}
    ${formerParams}
  `;
}

/** The objects of parameters by the names that they had. */
function emitFormerParams(model: Model, names: ParamsNames, runtimeTypes: readonly string[]): Code[] {
  const taken = new Set<string>(["Operations", ...runtimeTypes, ...names.values()]);
  return model.operations.flatMap(({ id, formerNames = [] }) => {
    const name = names.get(id);
    return formerNames.flatMap((former) => {
      const before = paramsName(former);
      if (name === undefined || taken.has(before)) return [];
      taken.add(before);
      return [
        ts`

          ${deprecatedFor(name)}
          export type ${identifier(before)} = ${name};`,
      ];
    });
  });
}

function paramsName(name: readonly string[]): string {
  return `${name.map(pascalCase).join("")}Params`;
}

/** Names that signatures may use: only those that occur are imported, so that the strictest compilers accept the file. */
const RUNTIME_TYPES = [
  "CallOptions",
  "CloseOptions",
  "DurationInput",
  "FileSource",
  "ItemOf",
  "ListPromise",
  "Resendable",
  "SendableOnce",
  "SentOnce",
  "StreamOptions",
  "StreamPromise",
  "StreamSource",
  "UploadOptions",
  "WaiterOptions",
] as const;

interface Node {
  operation: Operation | undefined;
  /** The name is one that the operation had before. */
  isFormer: boolean;
  /** Set where the method is one of the operation's waiters. */
  waiter: WaiterDeclaration | undefined;
  readonly children: Map<string, Node>;
}

function buildTree(operations: readonly Operation[]): Node {
  const create = (): Node => ({ operation: undefined, isFormer: false, waiter: undefined, children: new Map() });
  const root = create();
  const hang = (name: readonly string[], method: Partial<Node>): void => {
    let node = root;
    for (const part of name) {
      const next = node.children.get(part) ?? create();
      node.children.set(part, next);
      node = next;
    }
    Object.assign(node, method);
  };
  for (const operation of operations) {
    hang(operation.name, { operation });
    for (const waiter of operation.waiters ?? []) {
      hang([...operation.name.slice(0, -1), waiter.name], { operation, waiter });
    }
  }
  for (const operation of operations) {
    for (const name of operation.formerNames ?? []) hang(name, { operation, isFormer: true });
  }
  return root;
}

interface Context {
  readonly model: Model;
  readonly target: Target;
  readonly names: ParamsNames;
}

function emitMembers(node: Node, context: Context): Code {
  return join(
    [...node.children].map(([name, child]) => emitMember(name, child, context)),
    "\n",
  );
}

function emitMember(name: string, { operation, isFormer, waiter, children }: Node, context: Context): Code {
  const doc = operation === undefined ? NOTHING : emitDocumentation(operation, { isFormer, waiter });
  const signatures = operation === undefined ? [] : emitSignatures(operation, waiter, context);
  if (children.size === 0)
    return join(
      signatures.map(
        (signature) => ts`
          ${doc}
          ${key(name)}${signature};`,
      ),
      "\n",
    );
  return ts`
    readonly ${key(name)}: {
      ${signatures.flatMap((signature) => [doc, ts`${signature};`])}
      ${[...children].map(([childName, child]) => emitMember(childName, child, context))}
    };`;
}

function emitDocumentation(operation: Operation, { isFormer, waiter }: Pick<Node, "isFormer" | "waiter">): Code {
  if (waiter !== undefined) return describeWaiter(operation, waiter);
  if (isFormer) return deprecatedFor(operation.name.join("."));
  const deprecated = operation.deprecated
    ? [tag("deprecated", "The document marks this operation as deprecated.")]
    : [];
  return comment(describeOperation(operation), ...deprecated);
}

/** One signature, or several where a call can ask for one of several kinds of content. */
function emitSignatures(
  operation: Operation,
  waiter: WaiterDeclaration | undefined,
  { model, target, names }: Context,
): Code[] {
  const parts = (isBeforeRequired: boolean, body: Code): Code =>
    argumentList(operation, {
      path: (parameter) => pathArgumentType(operation, parameter, model),
      params: names.get(operation.id),
      ...{ body, isBeforeRequired },
    });
  if (waiter !== undefined) {
    const options = ts`options?: WaiterOptions<${resultType(operation, model)}>`;
    const given = join(
      [parts(false, sentBody(operation, model, bodyType)), options].filter((part) => part !== ""),
      ", ",
    );
    return [ts`(${given}): Promise<${reachedType(operation, waiter, model)}>`];
  }
  const usual = promiseType(operation, model, target);
  return bodyVariants(operation, model).flatMap(({ options: more }, index) => {
    const type = sentBody(operation, model, (of, one) => bodyVariants(of, one)[index]?.body ?? ts`never`);
    return streamSignatures(operation, model, {
      required: parts(true, type),
      optional: parts(false, type),
      usual,
      more,
    });
  });
}

function paramsNames(model: Model, runtimeTypes: readonly string[]): ParamsNames {
  const taken = new Set<string>(["Operations", ...runtimeTypes]);
  return new Map(
    model.operations
      .filter((operation) => methodArguments(operation).params.length > 0)
      .map(({ id, name }) => [id, identifier(takeName(paramsName(name), id, taken))] as const),
  );
}

function emitParams(operation: Operation, names: ParamsNames, model: Model): Code[] {
  const name = names.get(operation.id);
  if (name === undefined) return [];
  const members = methodArguments(operation).params.map(({ key: property, parameter, required }) => {
    const type = paramType(operation, parameter, model);
    const member = required ? ts`${key(property)}: ${type};` : ts`${key(property)}?: ${type} | undefined;`;
    return ts`
      ${describeParameter(parameter, model)}
      ${member}`;
  });
  return [
    ts`

      ${comment(`Parameters of \`${operation.name.join(".")}\`.`)}
      export interface ${name} {
        ${members}
      }`,
  ];
}
