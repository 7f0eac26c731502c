import type { Model, Operation, Response, Webhook } from "./model.ts";

/**
 * Every request that the service sends: webhooks by their names, callbacks as `operation.callback`. What would have the name of
 * another gets a number at its end.
 */
export function serviceRequests({ webhooks = [], callbacks = [] }: Pick<Model, "webhooks" | "callbacks">): Webhook[] {
  const taken = new Set(webhooks.map(({ name }) => name));
  const names = new Map<string, string>();
  return [
    ...webhooks,
    ...callbacks.map(({ operation, expression, ...callback }) => {
      const plain = `${operation}.${callback.name}`;
      // Methods of one address are one callback.
      const place = JSON.stringify([plain, expression]);
      const name = names.get(place) ?? freeName(plain, taken);
      names.set(place, name);
      return { ...callback, name };
    }),
  ];
}

function freeName(plain: string, taken: Set<string>): string {
  let name = plain;
  for (let count = 2; taken.has(name); count++) name = `${plain}.${count}`;
  taken.add(name);
  return name;
}

/** The responses that a call resolves with: 2xx, else 3xx, else `default`. */
export function successResponses({ responses }: Pick<Operation, "responses">): readonly Response[] {
  const ranges = ["2", "3", "default"].map((start) => responses.filter(({ status }) => status.startsWith(start)));
  return ranges.find((found) => found.length > 0) ?? [];
}
