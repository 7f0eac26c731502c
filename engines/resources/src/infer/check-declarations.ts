import {
  childPointer,
  type Model,
  type Operation,
  type ResourceDeclaration,
  serviceRequests,
  type UploadDeclaration,
} from "@svc/model";
import { jsonSchema, successResponse } from "../facts/body-place.ts";
import { itemSchemaOf, propertiesOf, schemaAt } from "../facts/facts.ts";
import { pathShape } from "../facts/path-shape.ts";
import type { Resource } from "../facts/resource.ts";
import { placeOf } from "./declare.ts";

/** A part of a declaration that the document gives no meaning. */
export interface StalePart {
  /** JSON pointer to it. */
  readonly pointer: string;
  readonly message: string;
}

/**
 * Parts of `x-svc-resource` that name what the document does not have: a field, a parameter, a list, a schema, a path. They
 * have no effect, most often because of a typo, or because a next version of the document has changed under an overlay.
 */
export function checkDeclarations(model: Model, resources: readonly Resource[]): StalePart[] {
  return Object.entries(model.resources ?? {}).flatMap(([path, declaration]) => {
    const at = `${childPointer("/paths", path)}/x-svc-resource`;
    const { key } = pathShape(path);
    const resource = resources.find((one) => one.key === key);
    const acted = resources.find(({ roles }) =>
      model.operations.some(({ id, path: own }) => pathShape(own).key === key && roles[id]?.does === "act"),
    );
    const found = resource ?? acted;
    if (declaration.kind === "none") return [];
    const { storedBy = [], ...others } = declaration;
    const ids = new Set(model.operations.map(({ id }) => id));
    const stale = storedBy.flatMap((id, index) =>
      ids.has(id)
        ? []
        : [{ pointer: `${at}/storedBy/${index}`, message: `there is no operation ${JSON.stringify(id)}` }],
    );
    if (Object.keys(others).length === 0) return stale;
    if (found === undefined) {
      return [
        { pointer: at, message: "nothing is stored at this path; say kind and schema, or remove the declaration" },
      ];
    }
    return [
      ...stale,
      ...staleParts(declaration, found, model).map(({ pointer, message }) => ({ pointer: at + pointer, message })),
    ];
  });
}

function staleParts(declaration: ResourceDeclaration, resource: Resource, model: Model): StalePart[] {
  const { schemas, operations } = model;
  const fields = new Set(propertiesOf(resource.schema, schemas).keys());
  const extra = new Set(Object.keys(declaration.extra ?? {}));
  const list = operations.find(({ id }) => resource.roles[id]?.does === "list");
  const isIn =
    (names: ReadonlySet<string>, what: string) =>
    (pointer: string, name: string | undefined): StalePart[] =>
      name === undefined || names.has(name)
        ? []
        : [
            {
              pointer,
              message: `there is no ${what} ${JSON.stringify(name)}; there are ${[...names].join(", ") || "none"}`,
            },
          ];
  const field = isIn(fields, "field");
  const either = isIn(new Set([...fields, ...extra]), "field");
  const parameters = new Set(list?.parameters.filter(({ in: place }) => place === "query").map(({ name }) => name));
  const {
    id,
    schema,
    parent,
    state,
    sets = {},
    order,
    filters = {},
    files = [],
    uploads = [],
    unique = [],
    defaults = {},
    webhooks = [],
  } = declaration;
  const webhook = isIn(new Set(serviceRequests(model).map(({ name }) => name)), "webhook");
  return [
    ...webhooks.flatMap(({ event }, index) => webhook(`/webhooks/${index}/event`, event)),
    ...isIn(new Set(Object.keys(schemas)), "schema")("/schema", schema),
    ...isIn(new Set(operations.map(({ path }) => path)), "path")("/parent", parent ?? undefined),
    ...field("/id", id),
    ...field("/state", state),
    ...Object.keys(sets).flatMap((name) => field(childPointer("/sets", name), name)),
    ...field("/order/by", order?.by),
    ...Object.entries(filters).flatMap(([name, { equals, when, within }]) => {
      const at = childPointer("/filters", name);
      return [
        ...isIn(parameters, "query parameter")(at, name),
        ...field(`${at}/equals`, equals),
        ...either(`${at}/when`, when),
        ...field(`${at}/within`, within),
      ];
    }),
    ...files.flatMap(({ url, content, nameField, size, seconds, until }, index) => [
      ...field(`/files/${index}/url`, url),
      ...isIn(extra, "extra")(`/files/${index}/content`, content),
      ...field(`/files/${index}/nameField`, nameField),
      ...field(`/files/${index}/size`, size),
      ...field(`/files/${index}/seconds`, seconds),
      ...field(`/files/${index}/until`, until),
    ]),
    ...uploads.flatMap((upload, index) => staleUpload(`/uploads/${index}`, upload, { resource, model, extra, isIn })),
    ...unique.flatMap((name, index) => field(`/unique/${index}`, name)),
    ...Object.keys(defaults).flatMap((name) => field(childPointer("/defaults", name), name)),
    ...stalePlaces(declaration, list, model),
  ];
}

type IsIn = (names: ReadonlySet<string>, what: string) => (pointer: string, name: string | undefined) => StalePart[];

interface Uploading {
  readonly resource: Resource;
  readonly model: Model;
  readonly extra: ReadonlySet<string>;
  readonly isIn: IsIn;
}

/** Parts of an upload: its fields may be those of any answer that shows the item, and of the requests that write it. */
function staleUpload(at: string, upload: UploadDeclaration, { resource, model, extra, isIn }: Uploading): StalePart[] {
  const { schemas, operations } = model;
  const shown = operations.flatMap((operation) => {
    const role = resource.roles[operation.id];
    if (role === undefined) return [];
    const sent = jsonSchema(operation.body?.content ?? []);
    const schema = jsonSchema(successResponse(operation, "201")?.content ?? []);
    const bodies = [sent, schema && schemaAt(schema, role.at, schemas)];
    return bodies.flatMap((body) => (body === undefined ? [] : [...propertiesOf(body, schemas).values()]));
  });
  const own = isIn(
    new Set([...shown, ...propertiesOf(resource.schema, schemas).values()].map(({ name }) => name)),
    "field",
  );
  const parts = shown.find(({ name }) => name === upload.parts)?.schema;
  const items = parts && itemSchemaOf(parts, schemas);
  const inPart = items === undefined ? own : isIn(new Set(propertiesOf(items, schemas).keys()), "field");
  const fields = ["parts", "partBytes", "until", "seconds", "size", "type"] as const;
  return [
    ...inPart(`${at}/url`, upload.url),
    ...inPart(`${at}/headers`, upload.headers),
    ...fields.flatMap((name) => own(`${at}/${name}`, upload[name])),
    ...Object.keys(upload.sets ?? {}).flatMap((name) => own(childPointer(`${at}/sets`, name), name)),
    ...isIn(extra, "extra")(`${at}/content`, upload.content),
    ...isIn(new Set(operations.map(({ id }) => id)), "operation")(`${at}/finish/operation`, upload.finish?.operation),
  ];
}

/** Pointers into the body of a list that lead to nothing. */
function stalePlaces(
  { items, total }: ResourceDeclaration,
  list: Operation | undefined,
  { schemas }: Model,
): StalePart[] {
  const body = list && jsonSchema(successResponse(list)?.content ?? []);
  const isThere = (pointer: string): boolean => {
    const place = placeOf(pointer);
    const inner = body && schemaAt(body, place.slice(0, -1), schemas);
    return inner !== undefined && propertiesOf(inner, schemas).has(place.at(-1) ?? "");
  };
  const isList = (pointer: string): boolean =>
    body !== undefined && itemSchemaOf(schemaAt(body, placeOf(pointer), schemas), schemas) !== undefined;
  return [
    ...(items === undefined || isList(items)
      ? []
      : [{ pointer: "/items", message: `the body has no list at ${items}` }]),
    ...(total === undefined || isThere(total)
      ? []
      : [{ pointer: "/total", message: `the body has nothing at ${total}` }]),
  ];
}
