import {
  childPointer,
  deref,
  endArguments,
  jsonPath,
  type Model,
  type Operation,
  pascalCase,
  type Schema,
} from "@svc/model";
import { inferResources, type Resource } from "@svc/resources";
import { stringify } from "yaml";

/** States that are usually waited for, and states from which they are not reached, by the word that they begin with. */
const REACHED = /^(?:active|available|ready|running|online|complete|completed|done|finished|succeeded|success)$/i;
const FAILED = /^(?:fail|failed|error|errored|cancel|canceled|cancelled|expired|rejected|aborted|timed_?out)$/i;
/** Last part of a path that ends what another operation began. */
const ENDING = /\/(?:stop|end|close|terminate|release|shutdown)$/i;

/**
 * An overlay with the waiters and lifecycles that the document seems to call for, to be read, corrected and pasted; undefined
 * where there are none. Nothing is declared by itself: what a state means, only the service's owner knows.
 */
export function proposeWaits(model: Model): string | undefined {
  const actions = inferResources(model).flatMap((resource) => [
    ...proposeWaiters(resource, model),
    ...proposeLifecycles(resource, model),
  ]);
  if (actions.length === 0) return undefined;
  const overlay = { overlay: "1.0.0", info: { title: "Waiters and lifecycles", version: "1.0.0" }, actions };
  return stringify(overlay, { lineWidth: 120 });
}

interface Action {
  readonly target: string;
  readonly update: object;
}

function proposeWaiters(resource: Resource, model: Model): Action[] {
  const read = operationOf(resource, "read", model);
  const role = read && resource.roles[read.id];
  const properties = deref(resource.schema, model.schemas).properties ?? {};
  if (read === undefined || role === undefined || read.waiters !== undefined) return [];
  return Object.entries(properties).flatMap(([name, schema]) => {
    const states = statesOf(schema, model);
    const failure = states.filter((state) => FAILED.test(state));
    const reached = states.filter((state) => REACHED.test(state));
    if (!isStateName(name, resource) || reached.length === 0) return [];
    const pointer = childPointer("", ...role.at, name);
    const waiters = reached.map((state) => ({
      name: `until${pascalCase(state)}`,
      pointer,
      success: [state],
      ...(failure.length > 0 && { failure }),
    }));
    return [
      { target: jsonPath(read.pointer, {}), update: { "x-svc-waiter": waiters.length === 1 ? waiters[0] : waiters } },
    ];
  });
}

function isStateName(name: string, { state }: Resource): boolean {
  return name === state || /^(?:status|state|phase)$/i.test(name);
}

function statesOf(schema: Schema, model: Model): string[] {
  const { enum: values, "x-svc-known": known } = deref(schema, model.schemas);
  return (values ?? known ?? []).filter((value): value is string => typeof value === "string");
}

function proposeLifecycles(resource: Resource, model: Model): Action[] {
  const { id } = resource;
  const begin = operationOf(resource, "create", model);
  const role = begin && resource.roles[begin.id];
  if (begin === undefined || role === undefined || id === undefined || begin.lifecycle !== undefined) return [];
  const hasState = Object.keys(deref(resource.schema, model.schemas).properties ?? {}).some((name) =>
    isStateName(name, resource),
  );
  const end =
    model.operations.find(
      ({ id: operation, path }) => resource.roles[operation]?.does === "act" && ENDING.test(path),
    ) ?? (hasState ? operationOf(resource, "remove", model) : undefined);
  if (end === undefined || endArguments(begin, end) === undefined) return [];
  const pointer = childPointer("", ...role.at, id);
  return [{ target: jsonPath(begin.pointer, {}), update: { "x-svc-lifecycle": { end: end.id, id: pointer } } }];
}

function operationOf({ roles }: Resource, does: string, { operations }: Model): Operation | undefined {
  return operations.find(({ id }) => roles[id]?.does === does);
}
