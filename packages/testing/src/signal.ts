/** Tells those who watch a fake that something in it has changed. */
export interface Signal {
  readonly notify: () => void;
  /** Calls a function at each change until the returned function is called. */
  subscribe(listener: () => void): () => void;
}

/** Creates a signal without listeners. */
export function createSignal(): Signal {
  const listeners = new Set<() => void>();
  return {
    notify() {
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      const own = (): void => listener();
      listeners.add(own);
      return () => void listeners.delete(own);
    },
  };
}
