/** What state is loaded into: a fake, seen from the outside. */
export interface StatefulFake {
  readonly clock: { now(): number };
  personas(id: string): {
    readonly emails: { add(emails: never, options?: { unread?: boolean }): void; all(): unknown[] };
  };
  sessions(id: string): {
    readonly cookies: { set(cookies: never): void };
    readonly network: { readonly logs: { add(batches: never): void } };
    readonly replay: { set(replay: never): void };
  };
  readonly tokens: { allow(user: { username: string; password: string }): void };
  on(operation: never, handler: () => Response): () => void;
}
