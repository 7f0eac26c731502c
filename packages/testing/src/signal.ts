/** Tells those who watch a fake that something in it has changed. */
export type Signal = ReturnType<typeof createSignal>;

/** Creates a signal without listeners. */
export function createSignal() {
  const listeners = new Set<() => void>();
  return {
    notify(): void {
      for (const listener of listeners) listener();
    },
    /** Calls a function at each change until the returned function is called. */
    subscribe(listener: () => void): () => void {
      const own = (): void => listener();
      listeners.add(own);
      return () => void listeners.delete(own);
    },
  };
}
