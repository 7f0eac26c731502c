/** Words of the page to the worker that reads documents of visitors. */
export type TryCommand =
  /** A document of another title begins anew; one of the same title is the next version of the first. */
  | { readonly do: "open"; readonly text: string; readonly file: string }
  | { readonly do: "edit"; readonly text: string }
  /** A small document, and the same with one line changed. */
  | { readonly do: "example" }
  | { readonly do: "call"; readonly operation: string };

/** What became of a document, all of it text. */
export interface Tried {
  readonly title: string;
  /** The document as it stands now. */
  readonly text: string;
  readonly operations: readonly { readonly id: string; readonly method: string }[];
  /** Of the operation that was called. */
  readonly operation: string;
  /** The call as TypeScript, with the type of its result. */
  readonly call: string;
  /** The requests that the fake received, and what the call gave. */
  readonly requests: readonly string[];
  readonly answer: string;
  readonly changes: readonly { readonly level: string; readonly message: string }[];
  /** False before the text was changed, or a next version was opened. */
  readonly hasNext: boolean;
}

/** Words of the worker. */
export type TryReply = Tried | { readonly problem: string };
