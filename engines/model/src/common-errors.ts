import { allowsJson } from "./media-types.ts";
import type { Content, Model, Response } from "./model.ts";

/** How a document says errors, for operations that do not say it themselves. */
export interface CommonErrors {
  /** The status of an invalid request. */
  readonly invalid: 400 | 422;
  /** By status, and `""` for any: the error that most operations declare. */
  readonly contents: ReadonlyMap<string, Content>;
}

const known = new WeakMap<Model, CommonErrors>();

/** The convention of a document for its errors, by what most of its operations declare. */
export function commonErrors(model: Model): CommonErrors {
  const errors = known.get(model) ?? findCommon(model);
  known.set(model, errors);
  return errors;
}

interface Counted {
  readonly content: Content;
  count: number;
}

/** Operations that make an error of one status the usual one for it. */
const USUAL = 3;

function findCommon({ operations }: Model): CommonErrors {
  const counts = new Map<string, Map<string, Counted>>();
  const statuses = { 400: 0, 422: 0 };
  for (const { responses } of operations) {
    for (const response of responses) {
      if (response.status === "400" || response.status === "422") statuses[response.status] += 1;
      if (/^[45]|^default$/.test(response.status)) count(counts, response);
    }
  }
  const most = [...counts].flatMap(([status, ofStatus]) => {
    const [first] = [...ofStatus.values()].sort((a, b) => b.count - a.count);
    const isUsual = status === "" || (first?.count ?? 0) >= USUAL;
    return first === undefined || !isUsual ? [] : ([[status, first.content]] as const);
  });
  return { invalid: statuses[422] > statuses[400] ? 422 : 400, contents: new Map(most) };
}

function count(counts: Map<string, Map<string, Counted>>, { status, content }: Response): void {
  const json = content.find(({ mediaType, schema }) => schema !== undefined && allowsJson(mediaType));
  if (json === undefined) return;
  const key = JSON.stringify(json.schema);
  for (const group of [status, ""]) {
    const ofStatus = counts.get(group) ?? new Map<string, Counted>();
    counts.set(group, ofStatus);
    const one = ofStatus.get(key) ?? { content: json, count: 0 };
    one.count += 1;
    ofStatus.set(key, one);
  }
}
