import { camelCase, type Model, pascalCase } from "@svc/model";
import { type Code, comment, identifier, key, str, ts } from "../../quote/index.ts";

/** For each named enum of texts a constant of its values: `TripStatus.active`, a value where the type is a type. */
export function emitEnumObjects(model: Model): Code[] {
  return namedEnums(model).flatMap(({ typeName, texts }) => {
    const names = namesOf(texts);
    return [
      ts`

        ${comment(`Values of \`${typeName}\`.`)}
        export const ${identifier(typeName)} = {
          ${texts.map((text, index) => ts`${key(names[index] ?? text)}: ${str(text)},`)}
        } as const;`,
    ];
  });
}

/** The named schemas that list texts, and nothing else but null. */
export function namedEnums({ schemas }: Model): { readonly typeName: string; readonly texts: readonly string[] }[] {
  return Object.values(schemas).flatMap(({ typeName, schema }) => {
    const values = schema.enum ?? schema["x-svc-known"] ?? [];
    const texts = values.filter((value): value is string => typeof value === "string");
    const others = values.filter((value) => typeof value !== "string" && value !== null);
    return texts.length === 0 || others.length > 0 ? [] : [{ typeName, texts }];
  });
}

/** Names for values: in camel case, or as they are where two would be one. */
function namesOf(values: readonly string[]): string[] {
  const names = values.map((value) => (/^[A-Z]/.test(value) ? pascalCase(value) : camelCase(value)));
  return names.map((name, index) =>
    name !== "" && names.indexOf(name) === names.lastIndexOf(name) ? name : (values[index] ?? ""),
  );
}
