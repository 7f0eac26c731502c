import { type Model, methodName } from "@svc/model";
import type { Resource, Role } from "../facts/resource.ts";
import { inferResources } from "./infer.ts";

/**
 * The difference between what fakes of two versions of a document store, a sentence each: `tasks.list now filters by project`.
 * Rows that come or go with their operations are told by the difference of the documents.
 */
export function compareTables(old: Model, now: Model): string[] {
  const before = new Map(inferResources(old).map((resource) => [resource.key, resource]));
  const after = new Map(inferResources(now).map((resource) => [resource.key, resource]));
  const methods = (model: Model) => new Map(model.operations.map((operation) => [operation.id, methodName(operation)]));
  const names = { old: methods(old), now: methods(now) };
  return [
    ...[...after].flatMap(([key, resource]) => {
      const was = before.get(key);
      return was === undefined ? [`${resource.path} is stored now`] : compareResource(was, resource, names);
    }),
    ...[...before].flatMap(([key, { path }]) => (after.has(key) ? [] : [`${path} is not stored any more`])),
  ];
}

interface Names {
  readonly old: ReadonlyMap<string, string>;
  readonly now: ReadonlyMap<string, string>;
}

function compareResource(was: Resource, is: Resource, names: Names): string[] {
  const facts = ["kind", "id", "state", "parent"] as const;
  const own = facts.flatMap((fact) =>
    was[fact] === is[fact] ? [] : [`the ${fact} of ${is.path} is ${is[fact] ?? "none"}, was ${was[fact] ?? "none"}`],
  );
  const roles = Object.entries(is.roles).flatMap(([operation, role]) => {
    const method = names.now.get(operation) ?? operation;
    const former = was.roles[operation];
    if (former !== undefined) return compareRole(method, former, role);
    return names.old.has(operation) ? [`${method} ${DOES[role.does]} now`] : [];
  });
  const gone = Object.keys(was.roles).flatMap((operation) =>
    operation in is.roles || !names.now.has(operation) ? [] : [`${names.now.get(operation)} stores nothing any more`],
  );
  return [...own, ...roles, ...gone];
}

const DOES: { readonly [does in Role["does"]]: string } = {
  list: "lists",
  create: "creates",
  copy: "copies",
  batch: "works on several",
  count: "counts",
  read: "reads",
  update: "changes",
  remove: "removes",
  renew: "gives another value",
  act: "acts on an item",
};

function compareRole(method: string, was: Role, is: Role): string[] {
  if (was.does !== is.does) return [`${method} ${DOES[is.does]} now, and no longer ${DOES[was.does]}`];
  const parts = [
    ["filters by", namesIn(was, "filters"), namesIn(is, "filters")],
    ["sets", namesIn(was, "sets"), namesIn(is, "sets")],
    ["writes", namesIn(was, "writes"), namesIn(is, "writes")],
  ] as const;
  return parts.flatMap(([verb, before, after]) => {
    const added = after.filter((name) => !before.includes(name));
    const gone = before.filter((name) => !after.includes(name));
    return [
      ...(added.length > 0 ? [`${method} now ${verb} ${added.join(", ")}`] : []),
      ...(gone.length > 0 ? [`${method} no longer ${verb} ${gone.join(", ")}`] : []),
    ];
  });
}

/** Names in a part of a role: fields that filters ask for, that an action sets, that a body writes. */
function namesIn(role: Role, part: "filters" | "sets" | "writes"): readonly string[] {
  const found = (role as { readonly [part: string]: unknown })[part] ?? {};
  return Array.isArray(found) ? (found as string[]) : Object.keys(found);
}
