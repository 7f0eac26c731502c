import type { PatternNode } from "@svc/model/data";

/** Alternatives of a pattern or a group. */
export type Options = readonly (readonly PatternNode[])[];

/**
 * Alternatives in which each group that is referred back to, and each reference to it, is one text: then texts can be read
 * off without remembering what a group has read. A reference to a group without a text stays as it is.
 */
export function withFixedGroups(options: Options, textFor: (group: Options) => string | undefined): Options {
  const groups = new Map<number, Options>();
  const referred = new Set<number>();
  visitNodes(options, (node) => {
    if (node.kind === "reference") referred.add(node.number);
    else if (node.kind === "group" && node.number !== undefined) groups.set(node.number, node.options);
  });
  const texts = new Map<number, PatternNode>();
  const fix = (node: PatternNode): PatternNode => {
    const text = "number" in node && node.number !== undefined ? texts.get(node.number) : undefined;
    if (text !== undefined) return text;
    if (node.kind === "repeat") return { ...node, node: fix(node.node) };
    return "options" in node ? { ...node, options: node.options.map((nodes) => nodes.map(fix)) } : node;
  };
  // Groups in others, which have higher numbers, come first.
  for (const number of [...referred].sort((a, b) => b - a)) {
    const text = textFor((groups.get(number) ?? []).map((nodes) => nodes.map(fix)));
    if (text === undefined) continue;
    const literals = Array.from(text, (character): PatternNode => ({ kind: "literal", text: character }));
    texts.set(number, { kind: "group", number: undefined, options: [literals] });
  }
  return options.map((nodes) => nodes.map(fix));
}

function visitNodes(options: Options, visit: (node: PatternNode) => void): void {
  for (const node of options.flat()) {
    visit(node);
    if (node.kind === "repeat") visitNodes([[node.node]], visit);
    else if ("options" in node) visitNodes(node.options, visit);
  }
}
