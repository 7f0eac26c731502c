import { methodArguments, type Operation } from "@svc/model";
import { methodOf, methodType } from "../emit/calls.ts";
import { describeOperation } from "../emit/documentation.ts";
import { functionNames, namesOf, type SdkName } from "../emit/sdk-name.ts";
import type { Target } from "../emit/target.ts";
import { filesOf } from "../emit/wrap-lines.ts";
import type { Emitter } from "../emitter.ts";
import { type Code, comment, identifier, join, num, str, ts } from "../quote/index.ts";

/** `query/`: query and mutation options for TanStack Query of React. Needs the part `client`. */
export function tanstackQuery(): Emitter {
  return {
    name: "tanstack-query",
    entries: ["query/index"],
    dependencies: { "@tanstack/react-query": "^5.90.0" },
    emit(model, { target }) {
      const names = functionNames(model.operations);
      const isExact = target.decoding?.isExact === true;
      const functions = model.operations.map((operation, index) =>
        isQuery(operation)
          ? emitQuery(operation, names[index] ?? "", { sdk: target.sdk, isExact })
          : emitMutation(operation, names[index] ?? "", target.sdk),
      );
      const imports = [
        ...(model.operations.every(isQuery) ? [] : [ts`mutationOptions`]),
        ...(model.operations.some(isQuery) ? [ts`queryOptions`] : []),
      ];
      const client = identifier(namesOf(target.sdk).client);
      const file = ts`
        ${target.banner}
        import { ${join(imports, ", ")} } from "@tanstack/react-query";
        import type { Operations } from "../client/client.ts";
        import type { ${client === "SvcClient" ? ts`createSvcClient` : client} } from "../client/index.ts";

        ${client === "SvcClient" ? ts`type SvcClient = ReturnType<typeof createSvcClient>;` : []}
        ${model.operations.some(isQuery) ? WITH_SIGNAL : []}
        ${model.operations.some(isQuery) && isExact ? KEY_OF : []}
        ${functions}
      `;
      return filesOf({ "query/index.ts": file });
    },
  };
}

/** Ends the request with the query: TanStack Query aborts what nobody waits for. */
const WITH_SIGNAL = ts`
  /** The arguments of a call with the query's signal among its options. */
  function withSignal<Args extends readonly unknown[]>(args: Args, at: number, signal: AbortSignal): Args {
    const whole = Array.from({ length: at }, (_, index) => args[index]);
    return [...whole, { signal, ...(args[at] as object | undefined) }] as unknown as Args;
  }`;

/** Where arguments may be bigints. */
const KEY_OF = ts`
  /** Arguments as a part of a key: TanStack Query compares keys as JSON, which has no bigint. */
  function keyOf(args: readonly unknown[]): readonly unknown[] {
    return JSON.parse(JSON.stringify(args, (_, value) => (typeof value === "bigint" ? \`\${value}n\` : value)));
  }`;

function isQuery({ method }: Operation): boolean {
  return method === "get" || method === "head";
}

function emitQuery(
  operation: Operation,
  name: string,
  { sdk, isExact }: Pick<Target, "sdk"> & { isExact: boolean },
): Code {
  const at = num(argumentCount(operation));
  const args = ts`args.slice(0, ${at})`;
  return ts`

    ${comment(`Query options. ${describeOperation(operation)}`)}
    export const ${identifier(`${name}Query`)} = (client: ${identifier(namesOf(sdk).client)}, ...args: Parameters<${methodType(operation.name)}>) =>
      queryOptions({
        queryKey: [${str(operation.name.join("."))}, ...${isExact ? ts`keyOf(${args})` : args}] as const,
        queryFn: async ({ signal }): Promise<Awaited<ReturnType<${methodType(operation.name)}>>> => ${methodOf(operation, "client")}(...withSignal(args, ${at}, signal)),
      });`;
}

function emitMutation(operation: Operation, name: string, sdk: SdkName): Code {
  return ts`

    ${comment(`Mutation options: the variables are the arguments of the method. ${describeOperation(operation)}`)}
    export const ${identifier(`${name}Mutation`)} = (client: ${identifier(namesOf(sdk).client)}) =>
      mutationOptions({
        mutationKey: [${str(operation.name.join("."))}] as const,
        mutationFn: async (args: Parameters<${methodType(operation.name)}>): Promise<Awaited<ReturnType<${methodType(operation.name)}>>> => ${methodOf(operation, "client")}(...args),
      });`;
}

/** Arguments in front of the options. */
function argumentCount(operation: Operation): number {
  const { path, body, params } = methodArguments(operation);
  return path.length + (body === undefined ? 0 : 1) + (params.length > 0 ? 1 : 0);
}
