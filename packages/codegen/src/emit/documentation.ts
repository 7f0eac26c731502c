import { hasTextFormat, type Model, type Operation, type Parameter, routeText, type Schema } from "@svc/model";
import { type Code, comment, tag } from "../quote/index.ts";

/** Documentation of a method, as Markdown for a doc comment: the quoting is the emitter's. */
export function describeOperation(operation: Operation): string {
  const { summary, description } = operation;
  const parts = [
    summary ?? "",
    description === summary ? "" : (description ?? ""),
    `\`${routeText(operation)}\` (${operation.id})`,
  ];
  return parts.filter((part) => part !== "").join("\n\n");
}

/** The doc comment of a parameter: meaning, bounds and default. */
export function describeParameter(parameter: Parameter, model: Model): Code {
  const { schema } = parameter;
  const notes = [
    parameter.description ?? "",
    bounds(schema),
    hasTextFormat(parameter, "duration", model.schemas) ? "ISO 8601 text, or an object like `{ minutes: 5 }`." : "",
    parameter.in === "query" ? "" : `Sent as ${parameter.in} \`${parameter.name}\`.`,
  ];
  const tags = [
    ...(schema.default === undefined ? [] : [tag("default", JSON.stringify(schema.default))]),
    ...(parameter.deprecated ? [tag("deprecated")] : []),
  ];
  return comment(sentences(notes), ...tags);
}

/** Notes one behind the other: one that ends in a word gets its full stop where another follows. */
export function sentences(notes: readonly string[]): string {
  const said = notes.filter((note) => note !== "");
  return said.map((note, at) => (at < said.length - 1 && /\w$/.test(note) ? `${note}.` : note)).join(" ");
}

/** Bounds of a value, or of a size. */
type Bounds = { readonly [bound in "minimum" | "maximum"]: number | undefined } | Schema;

/** `1 to 100`, `at least 1`, ... as a sentence; empty where there are no bounds. @param unit of a size */
export function bounds(given: Bounds, unit = ""): string {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = given as Schema;
  if (minimum !== undefined && maximum !== undefined) return `${minimum} to ${maximum}${unit}.`;
  const limits: readonly (readonly [string, number | undefined])[] = [
    ["At least", minimum],
    ["At most", maximum],
    ["More than", exclusiveMinimum],
    ["Less than", exclusiveMaximum],
  ];
  return limits.flatMap(([words, limit]) => (limit === undefined ? [] : [`${words} ${limit}${unit}.`])).join(" ");
}

/** The doc comment of a former name. */
export function deprecatedFor(name: string): Code {
  return comment("", tag("deprecated", `Use \`${name}\`: the name in the document has changed.`));
}
