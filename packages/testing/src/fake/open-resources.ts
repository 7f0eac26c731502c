/** Interceptions and servers that a fake has opened and must close. */
export interface OpenResources {
  /** Adds an interception, which is ended by a call. */
  add<End extends () => void>(end: End): End;
  /** Adds a server. */
  addAsync<End extends { close(): Promise<void> }>(end: End): End;
  /** Closes everything, latest first; then rejects with the first error, if there was one. */
  close(): Promise<void>;
  /** Ends all interceptions and begins to close the servers; throws the first error, if there was one. */
  closeNow(): void;
}

/** Creates an empty set of resources. */
export function createOpenResources(): OpenResources {
  const immediate = new Set<() => void>();
  const later = new Set<{ close(): Promise<void> }>();
  /** Ends everything, also after an error. */
  const endAll = (): { readonly ending: Promise<void>[]; readonly errors: unknown[] } => {
    const ending = [...later].map((end) => end.close());
    const ends = [...immediate].reverse();
    later.clear();
    immediate.clear();
    return { ending, errors: ends.flatMap(errorOf) };
  };
  return {
    add(end) {
      immediate.add(end);
      return end;
    },
    addAsync(end) {
      later.add(end);
      return end;
    },
    async close() {
      const { ending, errors } = endAll();
      for (const ended of await Promise.allSettled(ending)) if (ended.status === "rejected") errors.push(ended.reason);
      throwFirst(errors);
    },
    closeNow() {
      const { ending, errors } = endAll();
      for (const end of ending) end.catch(() => {});
      throwFirst(errors);
    },
  };
}

function errorOf(run: () => void): unknown[] {
  try {
    run();
    return [];
  } catch (error) {
    return [error];
  }
}

function throwFirst(errors: readonly unknown[]): void {
  if (errors.length > 0) throw errors[0];
}
