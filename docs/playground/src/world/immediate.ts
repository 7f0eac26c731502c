type Later = (callback: () => void) => void;

/**
 * Gives the fake's clock the function by which it lets things run between two timers: browsers have none of that name,
 * and hold back timers that nest, which makes a burst of thousands of calls take a minute. Must be loaded before it.
 */
export function installImmediate(scope: { setImmediate?: unknown }): void {
  if (scope.setImmediate !== undefined) return;
  const { port1, port2 } = new MessageChannel();
  const waiting: (() => void)[] = [];
  port1.onmessage = () => waiting.shift()?.();
  const later: Later = (callback) => {
    waiting.push(callback);
    port2.postMessage(undefined);
  };
  scope.setImmediate = later;
}

installImmediate(globalThis as { setImmediate?: unknown });
