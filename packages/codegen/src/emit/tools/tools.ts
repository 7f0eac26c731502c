import {
  bodyKind,
  deref,
  type Json,
  type Model,
  methodArguments,
  type Operation,
  preferredContent,
  routeText,
  type Schema,
  successResponses,
  suffix,
  typesOf,
  type WaiterDeclaration,
} from "@svc/model";
import { inferResources } from "@svc/resources/infer";
import { type Code, identifier, join, key, num, str, ts } from "../../quote/index.ts";
import { methodType } from "../calls.ts";
import { type DownloadFunction, findDownloads } from "../client/downloads.ts";
import { usualStream } from "../client/streams.ts";
import { namesOf } from "../sdk-name.ts";
import { hasModule, type Target } from "../target.ts";
import { dataCode, READABLE_LENGTH } from "../testing/fake-model.ts";
import { inputName, inputOf } from "./tool-input.ts";
import { reachableSchemas, toolSchema } from "./tool-schemas.ts";

/** A tool: what its row says, and the names of its arguments by their places in the method. */
interface ToolPlan {
  readonly row: { readonly [member: string]: Json };
  readonly operation: Operation;
  readonly waiter?: WaiterDeclaration;
}

/** Longest description of a tool: more is refused by some of those who give tools to models. */
const LONGEST = 1024;

/** The tools of a document as data: its type is the runtime's `ToolTable`. */
export function toolTable(model: Model, typed: Model, { sdk }: Pick<Target, "sdk">): { readonly [part: string]: Json } {
  const tools = planTools(model, typed).map(({ row }) => row);
  const schemas = Object.entries(reachableSchemas(tools, typed.schemas)).map(([name, schema]) => [name, { schema }]);
  return {
    name: sdk.kebab,
    title: model.title,
    version: model.version,
    env: sdk.env,
    schemas: Object.fromEntries(schemas) as Json,
    tools,
    files: findDownloads(model).map(({ name, operation }) => fileRow(name, operation)),
  };
}

/** The tools of a document: their table, their types, and the function that makes them of a client. */
export function emitTools(model: Model, typed: Model, target: Target): Code {
  const { tools, toolClient, toolOperations, toolDownloads } = target.runtimes;
  const plans = planTools(model, typed);
  const { client } = namesOf(target.sdk);
  const table = toolTable(model, typed, target);
  const hasFiles = hasModule(findDownloads(model), target);
  return ts`
    ${target.banner}
    import { createTools, type Tool, type ToolOptions, type ToolTable } from ${str(tools)};
    import type { ${identifier(client)} } from ${str(toolClient)};
    ${hasFiles ? [ts`import * as downloads from ${str(toolDownloads)};`] : []}
    import type { Operations } from ${str(toolOperations)};

    /** The tools as data. */
    export const table: ToolTable = ${dataCode(table, READABLE_LENGTH)};

    type Arguments<Method> = Method extends (...args: infer Args) => unknown ? Required<Args> : never;
    type Result<Method> = Method extends (...args: never[]) => infer Answer ? Awaited<Answer> : never;

    /** The tools by name. No interface, which libraries that take any names would refuse. */
    export type Tools = {
      ${plans.map((plan) => ts`readonly ${key(String(plan.row["name"]))}: ${toolType(plan)};`)}
    };

    /** Creates the tools of a client: functions that take an object, with the schemas of inputs and results. */
    export function ${identifier(`create${target.sdk.pascal}Tools`)}(client: ${identifier(client)}, options: ToolOptions = {}): Tools {
      return createTools<Tools>({ table, client, ${hasFiles ? ts`downloads` : ts`downloads: {}`}, ...options });
    }
  `;
}

function toolType({ row, operation, waiter }: ToolPlan): Code {
  const name = waiter === undefined ? operation.name : [...operation.name.slice(0, -1), waiter.name];
  const method = methodType(name);
  const required = (row["input"] as Schema).required ?? [];
  const at = (index: number): Code => ts`Arguments<${method}>[${num(index)}]`;
  const path = (row["path"] as string[] | undefined) ?? [];
  const member = (input: string, type: Code): Code =>
    ts`readonly ${key(input)}${required.includes(input) ? ts`` : ts`?`}: ${type}`;
  const body = row["body"] as string | undefined;
  const params = Object.entries((row["params"] as { [input: string]: string } | undefined) ?? {});
  const paramsAt = path.length + (body === undefined ? 0 : 1);
  const members = [
    ...path.map((input, index) => member(input, at(index))),
    ...(body === undefined ? [] : [member(body, row["bytes"] === undefined ? at(path.length) : ts`unknown`)]),
    ...params.map(([input, own]) => member(input, ts`NonNullable<${at(paramsAt)}>[${str(own)}]`)),
    ...(row["most"] === undefined ? [] : [member(row["most"] as string, ts`number`)]),
  ];
  const result = row["most"] === undefined && row["file"] === undefined ? ts`Result<${method}>` : ts`unknown`;
  return ts`Tool<{ ${join(members, "; ")} }, ${result}>`;
}

/** One tool for each operation, and one for each of its waiters. */
function planTools(model: Model, typed: Model): ToolPlan[] {
  const taken = new Set<string>();
  const creating = new Set(
    inferResources(model).flatMap(({ roles }) =>
      Object.entries(roles).flatMap(([id, role]) => (/^(?:create|copy)$/.test(role.does) ? [id] : [])),
    ),
  );
  const files = new Map(findDownloads(model).map((found) => [found.operation.id, found]));
  return typed.operations.flatMap((operation) => {
    const context = { model: typed, taken, file: files.get(operation.id), creates: creating.has(operation.id) };
    const own = { row: toolRow(operation, context), operation };
    const waits = (operation.waiters ?? []).map((waiter) => {
      return { row: waiterRow(operation, waiter, context), operation, waiter };
    });
    return [own, ...waits];
  });
}

interface RowContext {
  readonly model: Model;
  readonly taken: Set<string>;
  /** Function that downloads what the operation answers or names. */
  readonly file: DownloadFunction | undefined;
  readonly creates: boolean;
}

function toolRow(operation: Operation, context: RowContext): { [member: string]: Json } {
  const { model, file } = context;
  const answer = answerOf(operation, model);
  const isStream = usualStream(operation, model) !== undefined;
  const input = inputOf(operation, model, isStream);
  return {
    name: toolName(operation.name, operation.id, context.taken),
    method: operation.name.join("."),
    ...describe(operation),
    hints: hintsOf(operation, context.creates),
    ...input,
    ...(isStream ? {} : answer),
    ...(file && { file: file.name, ...(!("file" in file) && { bytesOnly: true }) }),
  };
}

function waiterRow(operation: Operation, waiter: WaiterDeclaration, { model, taken }: RowContext) {
  const name = [...operation.name.slice(0, -1), waiter.name];
  const goal = [...(waiter.success ?? []), ...(waiter.successStatus ?? []).map((status) => `status ${status}`)];
  return {
    name: toolName(name, operation.id, taken),
    method: name.join("."),
    title: `Wait until ${goal.join(" or ")}`,
    description: `Polls ${operation.name.join("_")} at the pace that the service allows until ${goal.join(" or ")}, and returns the last response.`,
    call: routeText(operation),
    hints: hintsOf({ ...operation, method: "get" }, false),
    ...inputOf(operation, model, false),
    waits: true,
  };
}

/** Letters, digits and underscores, at most 64: what all who give tools to models take. */
function toolName(parts: readonly string[], id: string, taken: Set<string>): string {
  const wanted = parts
    .join("_")
    .replaceAll(/[^\w]+/g, "_")
    .replaceAll(/^_+|_+$/g, "");
  const fits = wanted !== "" && wanted.length <= 64 && !taken.has(wanted);
  const name = fits ? wanted : `${wanted.slice(0, 56)}_${suffix(`${id} ${parts.join(".")}`)}`;
  taken.add(name);
  return name;
}

function describe(operation: Operation): { [member: string]: Json } {
  const { summary, description, deprecated, tags } = operation;
  const parts = [deprecated ? "Deprecated." : "", summary ?? "", description === summary ? "" : (description ?? "")];
  const text = parts.filter((part) => part !== "").join("\n\n") || routeText(operation);
  return {
    ...(summary !== undefined && { title: summary }),
    description: text.length > LONGEST ? `${text.slice(0, LONGEST - 1).toWellFormed()}…` : text,
    call: routeText(operation),
    ...(tags.length > 0 && { tags: [...tags] }),
  };
}

/** What reads changes nothing; PUT and DELETE may be repeated, and what carries an idempotency key; what creates destroys nothing. */
function hintsOf({ method, idempotency }: Operation, creates: boolean): { [hint: string]: boolean } {
  const reads = /^(?:get|head|options|trace|query)$/.test(method);
  return {
    readOnlyHint: reads,
    destructiveHint: !reads && !creates,
    idempotentHint: reads || /^(?:put|delete)$/.test(method) || idempotency !== undefined,
    openWorldHint: true,
  };
}

/** The schema of the answer; one that is no object is a member of one, as the protocol wants it. */
function answerOf(operation: Operation, { schemas }: Model): { output?: Json; wrapped?: true } {
  const contents = successResponses(operation).map(({ content }) => preferredContent(content));
  const schemasOfAnswers = contents.map((content) =>
    content !== undefined && bodyKind(content.mediaType) === "json" ? content.schema : undefined,
  );
  const found = [...new Set(schemasOfAnswers.map((schema) => schema && JSON.stringify(toolSchema(schema))))];
  const known = found.filter((text) => text !== undefined && text !== "{}").map((text) => JSON.parse(text as string));
  if (operation.method === "head" || known.length === 0 || known.length < found.length) return {};
  const [first] = schemasOfAnswers;
  const isObject = known.length === 1 && typesOf(deref(first ?? {}, schemas)).join() === "object";
  if (isObject) return { output: { type: "object", ...known[0] } };
  const result = known.length === 1 ? known[0] : { anyOf: known };
  return { output: { type: "object", properties: { result }, required: ["result"] }, wrapped: true };
}

function fileRow(name: string, operation: Operation): { [member: string]: Json } {
  const parameters = methodArguments(operation).path.map(({ parameter }) => parameter);
  const taken = new Set<string>();
  const media = successResponses(operation).flatMap(({ content }) => preferredContent(content)?.mediaType ?? []);
  return {
    name,
    title: operation.summary ?? name,
    args: parameters.map((parameter) => inputName(parameter.name, taken)),
    ...(media[0] !== undefined && bodyKind(media[0]) === "binary" && !media[0].includes("*") && { mimeType: media[0] }),
  };
}
