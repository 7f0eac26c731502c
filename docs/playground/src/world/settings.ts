/** How the fake is set up, and how time passes. */
export interface Settings {
  /** Requests per window. */
  readonly limit: number;
  readonly windowSeconds: number;
  /** How long each answer takes, on the fake's clock. */
  readonly latencyMs: number;
  /** Seconds of the fake's clock per second of the reader's; 0: it stands until it is moved by hand. */
  readonly speed: number;
}

export const DEFAULT_SETTINGS: Settings = { limit: 20, windowSeconds: 10, latencyMs: 40, speed: 1 };

/** Settings of whatever a link holds: what is missing or out of bounds is replaced. */
export function toSettings(given: unknown): Settings {
  const { limit, windowSeconds, latencyMs, speed } = { ...DEFAULT_SETTINGS, ...(given as Partial<Settings>) };
  return {
    limit: within(limit, 1, 100_000, DEFAULT_SETTINGS.limit),
    windowSeconds: within(windowSeconds, 1, 86_400, DEFAULT_SETTINGS.windowSeconds),
    latencyMs: within(latencyMs, 0, 600_000, DEFAULT_SETTINGS.latencyMs),
    speed: within(speed, 0, 60, DEFAULT_SETTINGS.speed),
  };
}

function within(value: unknown, min: number, max: number, otherwise: number): number {
  const whole = Math.round(Number(value));
  return whole >= min && whole <= max ? whole : otherwise;
}
