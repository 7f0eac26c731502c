import {
  bodyKind,
  type Content,
  compareText,
  type Model,
  type Operation,
  pascalCase,
  preferredContent,
  type Response,
  successResponses,
  suffix,
} from "@svc/model";
import { ts } from "../../quote/index.ts";
import { schemaType } from "../schema-type.ts";

/** Names that the printed types use for something other than schemas. */
export const TAKEN: ReadonlySet<string> = new Set(
  `Blob Date Exclude File OneOf Omit Pick PropertyKey Record Required String Unlisted WithRequired`.split(/\s+/),
);

/** The place of a schema that is written out in an operation, instead of being named. */
export interface InlinePlace {
  /** Operation id. */
  readonly id: string;
  /** Status of the answer; `body`: of the request. */
  readonly place: string;
  readonly mediaType: string;
}

/** The type of a schema that is written out in an operation. */
export interface InlineType extends InlinePlace {
  /** `StationsListResponse` of `stations.list`, as its parameters are `StationsListParams`. */
  readonly name: string;
  readonly description: string;
}

/** Names of the types that are called after operations. */
interface OperationNames {
  /** By {@link inlineKey}. */
  readonly inline: ReadonlyMap<string, InlineType>;
  /** The types of the bodies of errors by operation id: `BookingsGetError`. */
  readonly errors: ReadonlyMap<string, string>;
  /** The names that they had while the operations had other names, to those of now. */
  readonly former: ReadonlyMap<string, string>;
}

/** Names by operations, which all models of a document share that differ in nothing that is named here. */
const known = new WeakMap<readonly Operation[], OperationNames>();

/** The types that are named after the operations of a document. */
export function operationNames(model: Model): OperationNames {
  const found = known.get(model.operations) ?? nameAll(model);
  known.set(model.operations, found);
  return found;
}

/** The names of these types, as they are exported. */
export function operationTypeNames(model: Model): string[] {
  const { inline, errors, former } = operationNames(model);
  return [...[...inline.values()].map(({ name }) => name), ...errors.values(), ...former.keys()].sort(compareText);
}

export function inlineKey({ id, place, mediaType }: InlinePlace): string {
  return `${id}\n${place}\n${mediaType}`;
}

function nameAll(model: Model): OperationNames {
  const taken = new Set<string>(TAKEN);
  for (const { typeName, formerNames = [] } of Object.values(model.schemas)) {
    for (const name of [typeName, ...formerNames.map((former) => former.typeName)]) taken.add(name);
  }
  const unique = (wanted: string, what: string): string => {
    const name = taken.has(wanted) ? `${wanted}_${suffix(what)}` : wanted;
    taken.add(name);
    return name;
  };
  const inline = new Map<string, InlineType>();
  const errors = new Map<string, string>();
  const former = new Map<string, string>();
  for (const operation of model.operations) {
    const base = baseOf(operation.name);
    for (const { content, ending, ...place } of placesOf(operation)) {
      const schema = content.stream?.item ?? content.schema;
      if (schema === undefined || schemaType(schema, model, ts``) !== "") continue;
      inline.set(inlineKey(place), { ...place, name: unique(`${base}${ending}`, inlineKey(place)) });
    }
    if (errorBodies(operation).length > 0) errors.set(operation.id, unique(`${base}Error`, operation.id));
  }
  for (const { id, name, formerNames = [] } of model.operations) {
    if (formerNames.length === 0) continue;
    const own = [...inline.values()].filter((type) => type.id === id).map((type) => type.name);
    for (const present of [...own, errors.get(id) ?? ""].filter((one) => one.startsWith(baseOf(name)))) {
      for (const before of formerNames) {
        const wanted = `${baseOf(before)}${present.slice(baseOf(name).length)}`;
        if (!taken.has(wanted)) former.set(unique(wanted, id), present);
      }
    }
  }
  return { inline, errors, former };
}

function baseOf(name: readonly string[]): string {
  return name.map(pascalCase).join("");
}

/** Statuses of errors, with the media type of the body that has a schema. */
export function errorBodies({ responses }: Operation): { readonly status: string; readonly mediaType: string }[] {
  const success = new Set(successResponses({ responses }));
  return responses.flatMap((response) => {
    const content = success.has(response) ? undefined : preferredContent(response.content);
    const isTyped = content?.schema !== undefined && bodyKind(content.mediaType) === "json";
    return isTyped ? [{ status: response.status, mediaType: content.mediaType }] : [];
  });
}

interface NamedPlace extends Omit<InlineType, "name"> {
  readonly content: Content;
  /** End of the name. */
  readonly ending: string;
}

function placesOf({ id, name, body, responses }: Operation): NamedPlace[] {
  const method = `\`${name.join(".")}\``;
  const success = successResponses({ responses });
  const isSuccess = new Set(success);
  const answer = (response: Response): NamedPlace[] => {
    const { status, content } = response;
    const isFirst = response === success[0];
    const kind = isSuccess.has(response) ? "Response" : "Error";
    return numbered(content).map(([one, number]) => ({
      ...{ id, place: status, mediaType: one.mediaType, content: one },
      ending: `${one.stream === undefined ? kind : "Item"}${isFirst ? "" : status.replace("default", "Default")}${number}`,
      description: `Body of a response of ${method}, status ${status}.`,
    }));
  };
  return [
    ...numbered(body?.content ?? []).map(([one, number]) => ({
      ...{ id, place: "body", mediaType: one.mediaType, content: one },
      ending: `Body${number}`,
      description: `Body of ${method}.`,
    })),
    ...success.flatMap(answer),
    ...responses.filter((response) => !isSuccess.has(response)).flatMap(answer),
  ];
}

/** Kinds of bodies of which methods show the schema. */
const TYPED: ReadonlySet<string> = new Set(["json", "multipart", "form"]);

/** Contents that types are named after; of streams and of others the preferred one has no number. */
function numbered(contents: readonly Content[]): (readonly [Content, string])[] {
  const first = preferredContent(contents);
  const sorted = first === undefined ? contents : [first, ...contents.filter((content) => content !== first)];
  const streams = sorted.filter(({ stream }) => stream !== undefined);
  const typed = sorted.filter(({ mediaType, stream }) => stream === undefined && TYPED.has(bodyKind(mediaType)));
  return [streams, typed].flatMap((list) => list.map((one, at) => [one, at === 0 ? "" : String(at + 1)] as const));
}
