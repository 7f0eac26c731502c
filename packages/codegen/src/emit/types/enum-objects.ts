import { camelCase, type Model, pascalCase, type Schema } from "@svc/model";
import { type Code, comment, identifier, key, num, str, ts } from "../../quote/index.ts";

/** A named schema that lists texts, or numbers that the document names. */
interface NamedEnum {
  readonly typeName: string;
  readonly members: readonly Member[];
}

interface Member {
  readonly name: string;
  readonly value: string | number;
  readonly description: string | undefined;
}

/** For each named enum a constant of its values: `TripStatus.active`, a value where the type is a type. */
export function emitEnumObjects(model: Model): Code[] {
  return namedEnums(model).map(
    ({ typeName, members }) => ts`

      ${comment(`Values of \`${typeName}\`.`)}
      export const ${identifier(typeName)} = {
        ${members.flatMap(({ name, value, description }) => [
          ...(description === undefined ? [] : [comment(description)]),
          ts`${key(name)}: ${typeof value === "string" ? str(value) : num(value)},`,
        ])}
      } as const;`,
  );
}

/** The named schemas that list texts or numbers with names, and nothing else but null. */
export function namedEnums({ schemas }: Model): NamedEnum[] {
  return Object.values(schemas).flatMap(({ typeName, schema }) => {
    const members = membersOf(schema);
    return members === undefined ? [] : [{ typeName, members }];
  });
}

function membersOf(schema: Schema): readonly Member[] | undefined {
  const values = (schema.enum ?? schema["x-svc-known"] ?? []).filter((value) => value !== null);
  const said = values.map((value) => schema["x-svc-values"]?.[JSON.stringify(value)] ?? {});
  const isNamed = said.every(({ name }) => name !== undefined);
  const fits = (value: unknown): value is string | number =>
    typeof value === "string" || (isNamed && typeof value === "number");
  if (values.length === 0 || !values.every(fits)) return undefined;
  const taken = new Set<string>();
  const derived = values.map(derivedName);
  return values.map((value, index) => {
    const { name: given, description } = said[index] ?? {};
    const own = derived[index] ?? "";
    const isClear = own !== "" && derived.indexOf(own) === derived.lastIndexOf(own);
    // The document's own name, one of the value that no other has, or the value as it is.
    const wanted = [given, isClear ? own : undefined, String(value), `${value}_${index + 1}`];
    const name = wanted.find((one) => one !== undefined && !taken.has(one)) ?? "";
    taken.add(name);
    return { name, value, description };
  });
}

/** A name for a value: in camel case. */
function derivedName(value: string | number): string {
  const text = String(value);
  return /^[A-Z]/.test(text) ? pascalCase(text) : camelCase(text);
}
