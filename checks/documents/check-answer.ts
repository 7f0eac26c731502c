import type { Model, Operation, Schema } from "@svc/model";
import { absolute, asReceived } from "@svc/schema/test-support/ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

/** Problems of an answer. */
export type AnswerCheck = (operation: Operation, response: Response, data: unknown) => string[];

/** Checks answers against the document with Ajv: another reading of JSON Schema than the fake's and the builders'. */
export function createAnswerCheck(model: Model): AnswerCheck {
  // Most schemas check a few answers: optimizing would take longer.
  const code = { optimize: false };
  const ajv = new Ajv2020({ strict: false, logger: false, unicodeRegExp: false, validateFormats: true, code });
  addFormats.default(ajv);
  const received = asReceived(model.schemas);
  const schemas = Object.fromEntries(
    Object.values(model.schemas).map(({ wireName, schema }) => [wireName, received(schema)]),
  );
  ajv.addSchema({ $id: "document", components: { schemas } });
  const compiled = new WeakMap<Schema, ReturnType<typeof ajv.compile>>();
  return ({ responses, method }, response, data) => {
    const { status } = response;
    const documented = [String(status), `${String(status)[0]}XX`, "default"].flatMap(
      (name) => responses.find((candidate) => candidate.status === name) ?? [],
    )[0];
    if (documented === undefined) return responses.length === 0 ? [] : [`status ${status} is not documented`];
    if (documented.content.length === 0 || method === "head")
      return data === undefined ? [] : [`data where there is no content: ${typeof data}`];
    const type = response.headers.get("content-type") ?? "";
    const content = documented.content.find(({ mediaType }) => matches(mediaType, type));
    if (content === undefined) return [`content type ${JSON.stringify(type)} is not documented`];
    const check = (schema: Schema, value: unknown): string[] => {
      const validate = compiled.get(schema) ?? ajv.compile(absolute(received(schema), "document"));
      compiled.set(schema, validate);
      if (validate(value)) return [];
      return [`${ajv.errorsText(validate.errors).slice(0, 500)} in ${JSON.stringify(value)?.slice(0, 300)}`];
    };
    const { stream, schema } = content;
    if (stream !== undefined && Array.isArray(data)) return data.flatMap((item) => check(stream.item, item));
    if (!/(?:^|[/+])json\b/i.test(type)) return wrongKind(type, data);
    return schema === undefined ? [] : check(schema, data);
  };
}

function wrongKind(type: string, data: unknown): string[] {
  const expected = /^text\//i.test(type) ? typeof data === "string" : data instanceof Blob;
  return expected ? [] : [`${type} came as ${Object.prototype.toString.call(data)}`];
}

function matches(documented: string, actual: string): boolean {
  const essence = (text: string) => (text.split(";")[0] ?? "").trim().toLowerCase();
  const pattern = essence(documented)
    .split("*")
    .map((part) => part.replaceAll(/[^a-z0-9]/g, "\\$&"))
    .join(".*");
  return new RegExp(`^${pattern}$`).test(essence(actual));
}
