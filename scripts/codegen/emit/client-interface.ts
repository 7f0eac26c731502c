import { hasTextFormat, methodArguments, type Model, type Operation, pascalCase, suffix } from "@svc/model";
import { type Code, comment, identifier, join, key, str, ts } from "../quote/quote.ts";
import { bodyType, parameterType, resultType } from "./operation-types.ts";
import type { Target } from "./target.ts";

/** The client's typed methods: one interface with a member per noun, and one per operation's parameters. */
export function emitClientInterface(model: Model, target: Target): string {
  const names = paramsNames(model);
  const params = model.operations.flatMap((operation) => emitParams(operation, names.get(operation), model));
  const tree = buildTree(model.operations);
  return ts`${target.banner}
import type * as t from ${str(target.types)};
import type { CallOptions, DurationInput, SvcPromise } from ${str(target.clientRuntime)};

/** The operations of the document as methods. */
export interface Operations {
${join(emitMembers(tree, "  ", model, names), "\n")}
}
${join(params.map((code) => ts`\n${code}`), "")}`;
}

interface Node {
  operation: Operation | undefined;
  readonly children: Map<string, Node>;
}

function buildTree(operations: readonly Operation[]): Node {
  const root: Node = { operation: undefined, children: new Map() };
  for (const operation of operations) {
    let node = root;
    for (const part of operation.name) {
      const next = node.children.get(part) ?? { operation: undefined, children: new Map() };
      node.children.set(part, next);
      node = next;
    }
    node.operation = operation;
  }
  return root;
}

function emitMembers(node: Node, indent: string, model: Model, names: ParamsNames): Code[] {
  return [...node.children].map(([name, child]) => emitMember(name, child, indent, model, names));
}

function emitMember(name: string, node: Node, indent: string, model: Model, names: ParamsNames): Code {
  const space = identifier(indent);
  const { operation } = node;
  const doc = operation === undefined ? ts`` : comment(documentation(operation), indent);
  const signature = operation === undefined ? ts`` : emitSignature(operation, model, names);
  if (node.children.size === 0) return ts`${doc}${space}${key(name)}${signature};`;
  const own = operation === undefined ? ts`` : ts`${space}  ${signature};\n`;
  const members = join(emitMembers(node, `${indent}  `, model, names), "\n");
  return ts`${doc}${space}readonly ${key(name)}: {\n${own}${members}\n${space}};`;
}
