import { clientHeaders, findOperation, type Json, type Model, type Operation } from "@svc/model";
import { type Code, comment, identifier, join, key, literal, str, ts } from "../../quote/index.ts";
import { methodType } from "../calls.ts";
import { describeOperation } from "../documentation.ts";
import { functionNames, isDefault, namesOf } from "../sdk-name.ts";
import type { EntryOptions, Target } from "../target.ts";
import { givenOptions } from "../tree/tree-entries.ts";
import { additionsOf } from "./additions.ts";
import { functionParts } from "./client-extras.ts";
import { serversProperty, toClientRows, toSchemes, toTableSecurity } from "./client-table.ts";
import { hasValues, valuesName } from "./plans.ts";

/** `client/functions.ts` of a tree: a function per operation. What is not imported is no part of a bundle. */
export function emitClientFunctions(model: Model, target: Target, entry: EntryOptions = {}): Code {
  const { pascal, env } = target.sdk;
  const { options, createClient } = namesOf(target.sdk);
  const { parameter, given, constants } = givenOptions(entry);
  const own = clientHeaders(model);
  const names = functionNames(model.operations);
  const rows = toClientRows(model, target);
  const rowParts = functionParts(model, target, entry);
  const additions = new Set<string>();
  const claim = isDefault(target.sdk) ? [] : [ts`claim: nameErrors(${str(pascal)}).claim`];
  const functions = model.operations.map((operation, index) => {
    const ends = operation.lifecycle && findOperation(model.operations, operation.lifecycle.end);
    const needed = additionsOf(operation, model, target);
    for (const name of needed) additions.add(name);
    // The name of the method is of no use here, and waiters are methods of their own.
    const { name: _, waiters: __, ...values } = rows[index] ?? {};
    const beside = ends && rows[model.operations.indexOf(ends)];
    const row = literal(beside === undefined ? values : { ...values, beside: [beside] });
    const members = [values, beside ?? {}].flatMap(rowParts.membersOf);
    const parts = members.length > 0 ? ts`{ ${join([...new Set(members)], ", ")} }` : ts`{}`;
    const extras = members.length > 0 || needed.length > 0 ? [parts] : [];
    const type = methodType(operation.name);
    return ts`

      ${comment(describeOperation(operation))}
      export const ${identifier(names[index] ?? "")}: OperationFunction<${type}> = /* @__PURE__ */ operation(${join([row, ...extras, ...needed.map((name) => addition(name, operation, names[index] ?? ""))], ", ")});`;
  });
  const imported = [
    ts`createFunctionClient`,
    ts`type FunctionClient`,
    ...(isDefault(target.sdk) ? [] : [ts`nameErrors`]),
  ];
  const used = [
    ...imported,
    ts`type OperationFunction`,
    ts`operation`,
    ...[...additions].sort().map(identifier),
    ...rowParts.imported,
  ];
  const values = model.operations.flatMap((operation, index) =>
    hasValues(operation, target) ? [valuesName(names[index] ?? "")] : [],
  );
  const optionsType = ts`NonNullable<Parameters<typeof ${identifier(createClient)}>[0]>`;
  return ts`
    ${target.banner}
    import { ${join(used, ", ")} } from ${str(target.runtimes.client)};
    import type { Operations } from "./client.ts";
    import type { ${isDefault(target.sdk) ? identifier(createClient) : identifier(options)} } from ${str("./index.ts")};
    ${values.length > 0 ? [ts`import { ${join(values, ", ")} } from "./values.ts";`] : []}
    ${constants}

    /**
     * Makes the first argument of all functions: the policies of a client, without its methods.
     *
     * @throws ConfigurationError naming the invalid option
     */
    export function ${identifier(`create${pascal}Functions`)}(${parameter}: ${isDefault(target.sdk) ? optionsType : identifier(options)} = {}): FunctionClient {
      return createFunctionClient({
        documentVersion: ${str(model.version)},
        ${isDefault(target.sdk) ? [] : [ts`env: ${str(env)},`]}
        ${Object.keys(own).length === 0 ? [] : [ts`clientHeaders: ${literal(own as { [key: string]: Json })},`]}
        headers: ${literal(model.requestHeaders)},
        ${serversProperty(model, entry)}
        schemes: ${literal(toSchemes(model))},
        security: ${literal(toTableSecurity(model))},
      }, ${given}, { ${join([...rowParts.members, ...claim], ", ")} });
    }
    ${functions}
  `;
}

/** Code of what adds to a function. */
function addition(name: string, { id }: Operation, functionName: string): Code {
  if (name !== "withValues") return identifier(name);
  return ts`/* @__PURE__ */ withValues({ ${key(id)}: ${valuesName(functionName)} })`;
}
