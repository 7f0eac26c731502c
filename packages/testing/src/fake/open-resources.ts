/** What a fake has opened and must close: interceptions and servers. */
export interface OpenResources {
  add<End extends () => void>(end: End): End;
  addAsync<End extends { close(): Promise<void> }>(end: End): End;
  /** Ends everything, then throws the first of what ends have thrown. */
  close(): Promise<void>;
  /** Ends what can be ended at once, begins to end the rest; throws as {@link close} does. */
  closeNow(): void;
}

export function createOpenResources(): OpenResources {
  const immediate = new Set<() => void>();
  const later = new Set<{ close(): Promise<void> }>();
  /** Ends everything, whatever an end throws. */
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
