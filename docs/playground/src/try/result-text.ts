import { typeText } from "@svc/codegen/emit";
import { fieldsOf } from "@svc/codegen/pages";
import { type Model, type Operation, preferredContent, successResponses } from "@svc/model";

/** Fields of a result that are shown. */
const SHOWN = 12;

/** The type of what a call resolves with, for a reader: its name, and above it its fields where it is an object or a list. */
export function resultText(operation: Operation, model: Model): string {
  const schema = preferredContent(successResponses(operation)[0]?.content ?? [])?.schema;
  if (schema === undefined) return "";
  const type = typeText(schema, model);
  const { properties, required } = fieldsOf(schema, model);
  const fields = Object.entries(properties);
  const lines = fields.slice(0, SHOWN).map(([name, field]) => {
    const key = /^[\w$]+$/.test(name) ? name : JSON.stringify(name);
    return `  ${key}${required.has(name) ? "" : "?"}: ${typeText(field, model)};`;
  });
  if (fields.length > SHOWN) lines.push(`  // ${fields.length - SHOWN} more`);
  const name = type.replace(/\[\]$/, "");
  const declared = lines.length === 0 || !/^[\w$]+$/.test(name) ? "" : `type ${name} = {\n${lines.join("\n")}\n};\n\n`;
  return `${declared.replace(/^type object /, "type Answer ")}const answer: ${type.replace(/^object\b/, "Answer")} = `;
}
