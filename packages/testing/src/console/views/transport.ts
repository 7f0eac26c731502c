/** The way of the console to a fake: over HTTP, or to a worker of the same page. */
export interface Transport {
  /**
   * Asks an endpoint of the fake, with a body if it drives the fake.
   *
   * @throws Error with what the fake reports
   */
  ask(path: string, body?: object): Promise<unknown>;
  /** Calls back at each change of what the fake shows, and with false when the fake is lost. */
  watch(onChange: (isThere: boolean) => void): void;
}

/** The fake that serves the page. */
export const httpTransport: Transport = {
  async ask(path, body) {
    const response = await fetch(path, body && { method: "POST", body: JSON.stringify(body) });
    const value = (await response.json()) as { readonly error?: string };
    if (!response.ok) throw new Error(value.error ?? `Status ${response.status}`);
    return value;
  },
  watch(onChange) {
    let events: EventSource | undefined;
    const listen = (): void => {
      events = new EventSource("events");
      events.onmessage = () => onChange(true);
      events.onerror = () => onChange(false);
    };
    // A page that nobody looks at takes none of the six connections that a browser has to a host.
    document.addEventListener("visibilitychange", () => {
      events?.close();
      if (!document.hidden) listen();
    });
    listen();
  },
};
