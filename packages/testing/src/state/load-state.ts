import { childPointer } from "@svc/model/data";
import type { StoreParts } from "../store/stores.ts";
import { splitState } from "./check-state.ts";
import { dumpState, loadTree } from "./state-tree.ts";

/**
 * State of a fake as plain JSON: the form of `createFakeSvc({ state })`, of `fake.snapshot()`, of `svc-fake --state FILE`
 * and of `POST /__fake/state`. By the names of the fake's handles: a list of a collection's items (`{ things: [{ id: "t1" }] }`;
 * what lies below an item is in its `$`), the value of what is there once, or what lies below an id (`{ sessions: { s1: {
 * cookies: [] } } }`). `users` are those of the token endpoint, `answers` fixed responses by operation id
 * (`{ status, headers, body }`); where the document has resources of these names, they are called `$users` and `$answers`.
 */
export type FakeState = { readonly [name: string]: unknown };

/** Target of a state. */
export interface StateTarget {
  readonly paths: readonly string[];
  readonly stores: StoreParts;
  on(operation: string, handler: () => Response): () => void;
}

/**
 * Puts a state into a fake, beside what is there: all of it, or nothing where it cannot be used.
 *
 * @throws TypeError with a JSON pointer to the place where the state is not of the form of {@link FakeState}
 */
export function loadState({ paths, stores, on }: StateTarget, state: unknown): void {
  const store = stores.store();
  const { settings, names, stored } = splitState(state, (name) => stores.handleNames().has(name));
  const undo = loadAnswers(on, settings.answers);
  try {
    loadTree({ paths, store, names }, stored);
  } catch (error) {
    undo();
    throw error;
  }
  for (const user of settings.users) stores.api.tokens.allow(user);
}

/** Takes a snapshot of a fake's stored data, as plain JSON. */
export function dumpFake({ paths, stores }: Pick<StateTarget, "paths" | "stores">): FakeState {
  return dumpState(paths, stores.store());
}

/** First of all, and all or none: whether an operation exists is what the fake alone knows. */
function loadAnswers(on: StateTarget["on"], answers: ReturnType<typeof splitState>["settings"]["answers"]): () => void {
  const ends: (() => void)[] = [];
  const undo = (): void => {
    for (const end of ends) end();
  };
  for (const [operation, { status = 200, headers = {}, body }] of Object.entries(answers)) {
    const answer = (): Response =>
      body === undefined ? new Response(null, { status, headers }) : Response.json(body, { status, headers });
    try {
      ends.push(on(operation, answer));
    } catch (error) {
      undo();
      throw new TypeError(`${childPointer("/answers", operation)}: ${(error as Error).message}`, { cause: error });
    }
  }
  return undo;
}
