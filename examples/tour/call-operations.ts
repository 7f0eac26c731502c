import type { SvcClient } from "@svc/client";
import type { createFakeSvc } from "@svc/testing";
import { build } from "@svc/testing/build";

type Fake = ReturnType<typeof createFakeSvc>;
type Operation = Fake["model"]["operations"][number];

/** The client's methods, seen as what they are for a program that does not know their names. */
interface Methods {
  (
    ...args: readonly unknown[]
  ): Promise<unknown> & {
    withResponse(): Promise<{ readonly data: unknown; readonly response: Response }>;
  };
  readonly [name: string]: Methods;
}

/** One call of the tour, as it is shown. */
export interface Shown {
  readonly method: string;
  /** Status, and the beginning of the data. */
  readonly result: string;
}

/** Characters of a result that are shown. */
const MOST_SHOWN = 60;

/** Calls every operation of the document with built arguments: nothing to write for a new operation. */
export async function callOperations(svc: SvcClient, { model }: Fake): Promise<Shown[]> {
  const shown: Shown[] = [];
  for (const operation of model.operations) {
    const { data, response } = await callBuilt(svc, operation).withResponse();
    const text = JSON.stringify(data) ?? "";
    const cut = text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text;
    shown.push({ method: operation.name.join("."), result: `${response.status} ${cut}` });
  }
  return shown;
}

/** Calls an operation with built arguments; `params` go into its object of parameters. */
export function callBuilt(svc: SvcClient, { id, name }: Operation, params?: object): ReturnType<Methods> {
  const method = name.reduce((node: Methods | undefined, part) => node?.[part], svc as unknown as Methods);
  const args: unknown[] = build.args(id as Parameters<typeof build.args>[0]);
  if (method === undefined) throw new Error(`The client has no method ${name.join(".")}.`);
  if (params === undefined) return method(...args);
  const given = takesParams(args) ? args.pop() : {};
  return method(...args, { ...(given as object), ...params });
}

function takesParams(args: readonly unknown[]): boolean {
  const last = args.at(-1);
  return typeof last === "object" && last !== null && Object.getPrototypeOf(last) === Object.prototype;
}
