import type { ServiceName } from "../service/service.ts";

/** Asks of the language service. `at` is a place in the code, in UTF-16 units from 0. */
export type Question =
  | { readonly ask: "complete"; readonly code: string; readonly at: number; readonly service: ServiceName }
  | {
      readonly ask: "detail";
      readonly code: string;
      readonly at: number;
      readonly service: ServiceName;
      /** Label of a completion at this place. */
      readonly label: string;
    }
  | { readonly ask: "hover"; readonly code: string; readonly at: number; readonly service: ServiceName };

/** A question with a number, which its answer has, too. */
export interface Asked {
  readonly id: number;
  readonly question: Question;
}

export interface Answered {
  readonly id: number;
  readonly answer: Completions | Described | undefined;
}

/** A completion at a place. */
export interface Completions {
  /** Where the word begins that a completion replaces. */
  readonly from: number;
  readonly options: readonly CompletionOption[];
}

export interface CompletionOption {
  readonly label: string;
  /** Kind of the name: method, property, class. */
  readonly type: string;
  /** 1: of the SDK or the reader's code, 0: of the browser. */
  readonly boost: number;
}

/** A name: its declaration, and what its doc comment says. */
export interface Described {
  readonly signature: string;
  readonly text: string;
  /** Part of the code that is described, by its places. */
  readonly from: number;
  readonly to: number;
}
