import { type Discriminator, ISSUE_STEPS, type Schema, type Schemas, spend, tagsOf } from "@svc/model/data";
import { pythonRepr } from "./literal.ts";
import {
  type Compile,
  type Compiled,
  createState,
  EXACT,
  fail,
  failObject,
  INVALID,
  type Issue,
  isObject,
  lower,
  type State,
  type Trial,
  type Validator,
  validateAt,
} from "./validator.ts";

/** Depth of labels of recursive types. */
const LABEL_DEPTH = 8;

/**
 * Validates as pydantic's smart mode: of the valid variants, the one with most fields, then the most exact type, then the
 * first. If none is valid, the errors of all, each with the label of its variant in `loc`.
 */
export function unionValidator(choices: readonly Compiled[]): Validator {
  return (input, state) => {
    let best: { value: unknown; trial: State } | undefined;
    const failed: (readonly [choice: Compiled, issues: readonly Issue[]])[] = [];
    for (const choice of choices) {
      const { value, state: trial } = tryChoice(choice, input, state);
      if (value === INVALID) {
        failed.push([choice, trial.issues]);
        continue;
      }
      if (best === undefined || isBetter(trial, best.trial)) best = { value, trial };
      if (trial.exactness === EXACT && trial.fields === 0) break;
    }
    if (best !== undefined) {
      lower(state, best.trial.exactness);
      state.fields += best.trial.fields;
      return best.value;
    }
    const most = state.issues.length + MAX_ISSUES;
    for (const [choice, issues] of failed)
      if (state.issues.length < most) addAll(state, choice.label(LABEL_DEPTH), issues);
    return INVALID;
  };
}

/** Issues of a union after which no further variant tells its own: unions of unions would multiply them. */
const MAX_ISSUES = 200;

function tryChoice(choice: Compiled, input: unknown, { shared }: State): Trial {
  shared.trials ??= new Map();
  const known = shared.trials.get(choice) ?? new Map<unknown, Trial>();
  shared.trials.set(choice, known);
  const before = known.get(input);
  if (before !== undefined) return before;
  const state = createState(shared);
  const trial = { value: choice.validate(input, state), state };
  known.set(input, trial);
  return trial;
}

function isBetter(trial: State, best: State): boolean {
  if (trial.fields !== best.fields) return trial.fields > best.fields;
  return trial.exactness > best.exactness;
}

function addAll(state: State, label: string, issues: readonly Issue[]): void {
  // Copies: another union may have tried the same variant.
  for (const issue of issues.slice(0, MAX_ISSUES)) {
    spend(state.shared.work, ISSUE_STEPS);
    state.issues.push({ ...issue, loc: [label, ...issue.loc] });
  }
}

/** Validates a union by its discriminator. Undefined if the tags of the variants are unknown, or two have the same. */
export function taggedUnionValidator(schema: Schema, schemas: Schemas, compile: Compile): Validator | undefined {
  if (schema.discriminator === undefined) return undefined;
  const { propertyName: property, defaultMapping } = schema.discriminator;
  const choices = choicesByTag(schema, schema.discriminator, schemas, compile);
  if (choices === undefined || choices.size === 0) return undefined;
  const other = (schema.anyOf ?? []).find((variant) => variant["x-svc-other"] !== undefined);
  const fallback = (schema.oneOf ?? schema.anyOf ?? []).find(
    ({ $ref }) => $ref !== undefined && $ref === defaultMapping,
  );
  const unlisted = other === undefined ? undefined : compile(other);
  const otherwise = fallback === undefined ? undefined : compile(fallback);
  const discriminator = `'${property}'`;
  const expected = [...choices.keys()].map((tag) => `'${tag}'`).join(", ");
  return (input, state) => {
    if (!isObject(input)) return failObject(input, state);
    const isKnown = Object.hasOwn(input, property) && choices.has(tagText(input[property]));
    if (otherwise !== undefined && !isKnown) return otherwise.validate(input, state);
    if (!Object.hasOwn(input, property)) {
      const msg = `Unable to extract tag using discriminator ${discriminator}`;
      return fail(state, { type: "union_tag_not_found", msg, input, ctx: { discriminator } });
    }
    const tag = tagText(input[property]);
    const choice = typeof input[property] === "string" ? choices.get(tag) : undefined;
    if (choice !== undefined) return validateAt(choice.validate, input, tag, state);
    if (unlisted !== undefined && typeof input[property] === "string") return unlisted.validate(input, state);
    const msg = `Input tag '${tag}' found using ${discriminator} does not match any of the expected tags: ${expected}`;
    return fail(state, { type: "union_tag_invalid", msg, input, ctx: { discriminator, tag, expected_tags: expected } });
  };
}

function choicesByTag(
  { oneOf, anyOf }: Schema,
  discriminator: Discriminator,
  schemas: Schemas,
  compile: Compile,
): Map<string, Compiled> | undefined {
  const byTag = new Map<string, Compiled>();
  for (const choice of oneOf ?? anyOf ?? []) {
    const compiled = compile(choice);
    for (const tag of tagsOf(discriminator, choice, schemas)) {
      if (byTag.has(tag) && byTag.get(tag) !== compiled) return undefined;
      byTag.set(tag, compiled);
    }
  }
  // In the order of the mapping, as errors list them.
  const sorted = new Set([...Object.keys(discriminator.mapping ?? {}), ...byTag.keys()]);
  return new Map([...sorted].flatMap((tag) => (byTag.has(tag) ? [[tag, byTag.get(tag) as Compiled] as const] : [])));
}

function tagText(value: unknown): string {
  return typeof value === "string" ? value : pythonRepr(value);
}
