/** What a doc comment says of a schema, parameter, response or operation. */
interface Documented {
  readonly title?: string | undefined;
  readonly summary?: string | undefined;
  readonly format?: string | undefined;
  readonly deprecated?: boolean | undefined;
  readonly description?: string | undefined;
  readonly default?: unknown;
  readonly examples?: readonly unknown[] | undefined;
}

/**
 * The doc comment of a member, as openapi-typescript writes it but for the JSDoc tag of JavaScript's enums: literal types say their
 * values themselves. Undefined where there is nothing to say.
 */
export function memberDoc(described: Documented): string | undefined {
  const { title, summary, format, deprecated, description, examples } = described;
  const said = [
    ...[title, summary].flatMap((text) => (text ? [textOf(text)] : [])),
    ...(format ? [`Format: ${format}`] : []),
    ...(deprecated ? ["@deprecated"] : []),
    ...(description ? [`@description ${textOf(description)}`] : []),
    ...(described.default === undefined ? [] : [`@default ${textOf(described.default)}`]),
    ...(examples ?? []).map((example) => `@example ${textOf(example)}`),
    ...("const" in described ? ["@constant"] : []),
  ];
  if (said.length === 0) return undefined;
  const [only = "", ...others] = said;
  const text = others.length === 0 && !only.includes("\n") ? ` ${only} ` : `\n * ${said.join("\n * ")}\n `;
  return `/**${text.replaceAll("*/", "*\\/")}*/`;
}

/** A text or other value, with its further lines deeper. */
function textOf(value: unknown): string {
  const text = typeof value === "object" ? JSON.stringify(value, null, 2) : String(value);
  return text.trim().replaceAll(/\r?\n/g, "\n *     ");
}
