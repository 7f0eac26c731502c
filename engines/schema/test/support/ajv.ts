import { mapSubschemas, own, type Schema, type Schemas, travels, VALUE_KEYWORDS } from "@svc/model";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

/** Says what is wrong with a value; undefined for a valid one. */
export type Judge = (schema: Schema, value: unknown) => string | undefined;

/** A second opinion: Ajv, over the model's schemas. */
export function createJudge(schemas: Schemas): Judge {
  const ajv = new Ajv2020({
    strict: false,
    ownProperties: true,
    logger: false,
    allErrors: false,
    validateFormats: true,
    // Most schemas judge a few values: optimizing would take longer.
    code: { regExp, optimize: false },
  });
  (addFormats as unknown as (instance: Ajv2020) => void)(ajv);
  // Some documents use a format for numbers of any size.
  ajv.addFormat("float", true).addFormat("double", true).addFormat("int64", true).addFormat("binary", true);
  const root = {
    $id: "model",
    components: { schemas: Object.fromEntries(Object.entries(schemas).map(([name, { schema }]) => [name, schema])) },
  };
  ajv.addSchema(root);
  const compiled = new WeakMap<Schema, ReturnType<typeof ajv.compile>>();
  let count = 0;
  return (schema, value) => {
    const validate = compiled.get(schema) ?? ajv.compile({ $id: `inline-${count++}`, ...absolute(schema) });
    compiled.set(schema, validate);
    return validate(value) ? undefined : `${ajv.errorsText(validate.errors)}: ${JSON.stringify(value)?.slice(0, 500)}`;
  };
}

/** Schemas as responses have to fit them: what is `writeOnly` does not come, whatever `required` says. */
export function asReceived(schemas: Schemas): (schema: Schema) => Schema {
  const known = new WeakMap<Schema, Schema>();
  const received = (schema: Schema): Schema => {
    const required = schema.required?.filter((name) => {
      const property = own(schema.properties, name);
      return property === undefined || travels(property, "response", schemas);
    });
    const directed = required === undefined ? schema : { ...schema, required };
    const result = known.get(schema) ?? mapSubschemas(directed, VALUE_KEYWORDS, received);
    known.set(schema, result);
    return result;
  };
  return received;
}

/** The judge of responses. */
export function createResponseJudge(schemas: Schemas): Judge {
  const received = asReceived(schemas);
  const named = Object.entries(schemas).map(([name, one]) => [name, { ...one, schema: received(one.schema) }]);
  const judge = createJudge(Object.fromEntries(named));
  return (schema, value) => judge(received(schema), value);
}

/** The schema with its references below an address. */
export function absolute(schema: Schema, root = "model"): Schema {
  return JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/', `"$ref":"${root}#/`)) as Schema;
}

/** Reads patterns as the model does: also those that the `u` flag refuses. */
function regExp(pattern: string, flags: string): RegExp {
  try {
    return new RegExp(pattern, flags);
  } catch {
    return new RegExp(pattern, "");
  }
}
regExp.code = "new RegExp";
