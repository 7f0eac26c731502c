import {
  type Json,
  type Model,
  methodArguments,
  type NamedSchema,
  type Operation,
  refName,
  type Schema,
} from "@svc/model";
import { literal, member } from "../../quote/index.ts";
import { methodOf } from "../calls.ts";
import { pageOf } from "../client/pages.ts";
import { usualStream } from "../client/streams.ts";
import { clientVariable, namesOf } from "../sdk-name.ts";
import { isSuccess } from "./error-class.ts";
import { FAKE_URL, type PageContext } from "./page-context.ts";
import type { SampleCall } from "./sample-call.ts";
import { clientCredential } from "./sample-credential.ts";

/** A program that calls the operation and prints what comes. */
export function callCode(operation: Operation, call: SampleCall, context: PageContext): string {
  const { model, sdk, modules } = context;
  const { createClient } = namesOf(sdk);
  return `import { ${createClient} } from ${literal(modules.client)};

const ${clientVariable(sdk)} = ${createClient}({
  baseUrl: "${FAKE_URL}",
  auth: ${literal(clientCredential(model))},
});

${printing(operation, call, context)}`;
}

/** Statements that print an answer and, of a list that comes in parts, all items, or each item of a stream. */
function printing(operation: Operation, call: SampleCall, context: PageContext): string {
  const { model, sdk } = context;
  const client = clientVariable(sdk);
  const expression = callExpression(operation, call, client);
  if (usualStream(operation, model) !== undefined)
    return `const stream = ${expression};\nfor await (const item of stream) console.log(item);`;
  const answer = `const result = await ${expression};\nconsole.log(result);`;
  if (pageOf(operation, model, context) === undefined) return answer;
  const required = call.params.filter(({ parameter }) => parameter.required);
  const all = callExpression(operation, { ...call, params: required }, client);
  return `${answer}\n\n// All items, page by page.\nfor await (const item of ${all}) console.log(item);`;
}

/** A program whose fake gives the operation an answer made by a builder. */
export function fixtureCode(operation: Operation, call: SampleCall, context: PageContext): string {
  const { model, sdk, modules } = context;
  const { createClient, createFake } = namesOf(sdk);
  const client = clientVariable(sdk);
  const given = handler(operation, model);
  const isBuilt = /(?:=>|yield\*) build\b/.test(given);
  const isOneModule = modules.build === modules.testing;
  return `import { ${createClient} } from ${literal(modules.client)};
import { ${isBuilt && isOneModule ? "build, " : ""}${createFake} } from ${literal(modules.testing)};
${isBuilt && !isOneModule ? `import { build } from ${literal(modules.build)};\n` : ""}
const fake = ${createFake}();
${given}

const ${client} = fake.client(${createClient});
${
  usualStream(operation, model) === undefined
    ? `console.log(await ${callExpression(operation, call, client)});`
    : printing(operation, call, context)
}`;
}

function handler(operation: Operation, model: Model): string {
  const id = literal(operation.id);
  return usualStream(operation, model) === undefined
    ? `fake.on(${id}, () => ${builtAnswer(operation, model)});`
    : `fake.on(${id}, async function* () {\n  yield* build.streamItems(${id}, 3);\n});`;
}

/** The values that a sample gives to the method, in order. */
export function callArguments(operation: Operation, { path, body, params, files }: SampleCall): unknown[] {
  const { body: declared } = methodArguments(operation);
  const values: unknown[] = path.map(({ value }) => value);
  if (declared !== undefined && (body !== undefined || params.length > 0)) values.push(withFiles(body, files));
  if (params.length > 0)
    values.push(Object.fromEntries(params.map(({ key, value, argument = value }) => [key, argument])));
  return values;
}

function withFiles(body: Json | undefined, files: ReadonlySet<string>): unknown {
  if (body === null || typeof body !== "object" || files.size === 0) return body;
  const file = (content: Json): File => new File([String(content)], FILE);
  const value = ([name, one]: [string, Json]): unknown =>
    files.has(name) ? (Array.isArray(one) ? one.map(file) : file(one)) : one;
  return Object.fromEntries(Object.entries(body).map((entry) => [entry[0], value(entry)]));
}

/** A value as TypeScript. */
function codeOf(value: unknown, { body, files }: SampleCall): string {
  if (value === undefined) return "undefined";
  if (body === null || typeof body !== "object" || files.size === 0 || !isForm(value)) return literal(value);
  const file = (content: Json): string => `new File([${literal(content)}], "${FILE}")`;
  const fields = Object.entries(body).map(([name, one]) =>
    files.has(name)
      ? `${literal({ [name]: 0 }).slice(2, -3)}${Array.isArray(one) ? `[${one.map(file).join(", ")}]` : file(one)}`
      : literal({ [name]: one }).slice(2, -2),
  );
  return `{ ${fields.join(", ")} }`;
}

function isForm(value: unknown): boolean {
  return (
    typeof value === "object" &&
    value !== null &&
    Object.values(value)
      .flat()
      .some((one) => one instanceof File)
  );
}

/** Name of the files of samples. */
export const FILE = "file.txt";

/** The call as TypeScript: `acme.pets.list({ limit: 20 })`. */
export function callExpression(operation: Operation, sample: SampleCall, client: string): string {
  const { params } = sample;
  const args = callArguments(operation, sample).map((value) => codeOf(value, sample));
  const line = `${methodOf(operation, client)}(${args.join(", ")})`;
  const last = params
    .map(({ key, value, argument = value }) => `  ${literal({ [key]: argument }).slice(2, -2)},`)
    .join("\n");
  return line.length <= LINE || params.length === 0
    ? line
    : `${methodOf(operation, client)}(${[...args.slice(0, -1), `{\n${last}\n}`].join(", ")})`;
}

/** Longest call on one line: what the column of the example shows without scrolling, less what stands around it. */
const LINE = 36;

/** By the builder of the answer's schema where it has a name. */
function builtAnswer({ id, responses }: Operation, model: Model): string {
  const success = responses.find(({ status }) => isSuccess(status));
  if (success?.content.length === 0)
    return `new Response(null, { status: ${/^\d+$/.test(success.status) ? success.status : 204} })`;
  const schema = success?.content[0]?.schema;
  const item = named(schema?.items, model);
  if (item?.listBuilderName !== undefined) return `build${member(item.listBuilderName)}(2)`;
  const whole = named(schema, model);
  if (whole !== undefined) return `build${member(whole.builderName)}()`;
  return `build.response(${literal(id)})`;
}

function named(schema: Schema | undefined, model: Model): NamedSchema | undefined {
  return schema?.$ref === undefined ? undefined : model.schemas[refName(schema.$ref)];
}

/** The argument for each parameter, by the parameter's pointer: `personaId`, `params.limit`. */
export function argumentNames(operation: Operation): ReadonlyMap<string, string> {
  const { path, params } = methodArguments(operation);
  return new Map([
    ...path.map(({ identifier, parameter }) => [parameter.pointer, identifier] as const),
    ...params.map(({ key, parameter }) => [parameter.pointer, `params${member(key)}`] as const),
  ]);
}
