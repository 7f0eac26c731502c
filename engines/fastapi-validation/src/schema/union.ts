import {
  type Compiled,
  createState,
  EXACT,
  INVALID,
  type Issue,
  lower,
  type State,
  type Validator,
} from "./validator.ts";

/** How deep a label goes into a recursive type. */
const LABEL_DEPTH = 8;

/**
 * The choice that fits best: the one with most fields found, then the closest in type, then the first. If none fits,
 * the errors of all, each with its choice's label in `loc`. As pydantic's smart mode.
 */
export function unionValidator(choices: readonly Compiled[]): Validator {
  return (input, state) => {
    let best: { value: unknown; trial: State } | undefined;
    const failed: (readonly [choice: Compiled, issues: readonly Issue[]])[] = [];
    for (const choice of choices) {
      const trial = createState();
      const value = choice.validate(input, trial);
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
    for (const [choice, issues] of failed) addAll(state, choice.label(LABEL_DEPTH), issues);
    return INVALID;
  };
}

function isBetter(trial: State, best: State): boolean {
  if (trial.fields !== best.fields) return trial.fields > best.fields;
  return trial.exactness > best.exactness;
}

function addAll(state: State, label: string, issues: readonly Issue[]): void {
  for (const issue of issues) {
    issue.loc.unshift(label);
    state.issues.push(issue);
  }
}
