/** A value in a document, with the container that holds it. The root has none. */
export interface Node {
  readonly value: unknown;
  readonly parent?: object;
  readonly key?: string | number;
}

/** Selects nodes below a node. */
export type Query = (node: Node, root: Node) => Node[];

/** The members of an object or the items of an array, in order. */
export function childrenOf({ value }: Node): Node[] {
  if (typeof value !== "object" || value === null) return [];
  if (Array.isArray(value)) return value.map((item: unknown, key) => ({ value: item, parent: value, key }));
  return Object.entries(value).map(([key, item]) => ({ value: item as unknown, parent: value, key }));
}

/** The node and everything below it, parents first. */
export function* descendantsOf(node: Node): Generator<Node> {
  const stack = [node];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    yield next;
    for (const child of childrenOf(next).reverse()) stack.push(child);
  }
}

/** The own member of an object. */
export function memberOf({ value }: Node, name: string): Node[] {
  if (typeof value !== "object" || value === null || Array.isArray(value) || !Object.hasOwn(value, name)) return [];
  return [{ value: (value as { [key: string]: unknown })[name], parent: value, key: name }];
}

/** The item of an array; negative indexes count from the end. */
export function itemOf({ value }: Node, index: number): Node[] {
  if (!Array.isArray(value)) return [];
  const key = index < 0 ? value.length + index : index;
  return key >= 0 && key < value.length ? [{ value: value[key] as unknown, parent: value, key }] : [];
}
