/** What a fake has opened and must close: interceptions and servers. */
export interface OpenEnds {
  add<End extends () => void>(end: End): End;
  addAsync<End extends { close(): Promise<void> }>(end: End): End;
  close(): Promise<void>;
  /** Ends what can be ended at once, begins to end the rest. */
  closeNow(): void;
}

export function createOpenEnds(): OpenEnds {
  const immediate = new Set<() => void>();
  const later = new Set<{ close(): Promise<void> }>();
  const closeNow = (): Promise<void>[] => {
    const ending = [...later].map((end) => end.close());
    later.clear();
    const ends = [...immediate].reverse();
    immediate.clear();
    for (const end of ends) end();
    return ending;
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
      await Promise.all(closeNow());
    },
    closeNow() {
      for (const ending of closeNow()) ending.catch(() => {});
    },
  };
}
