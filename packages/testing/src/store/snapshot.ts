/** What tests have put into the stores, as plain values. */
export interface StoreSnapshot {
  readonly personas: { readonly [id: string]: { readonly emails: readonly unknown[] } };
  readonly sessions: {
    readonly [id: string]: { readonly cookies: unknown; readonly network: unknown; readonly replay: unknown };
  };
  /** Entries that are not shown because there are too many. */
  readonly leftOut: number;
}

/** Personas, sessions, and emails of a persona that a snapshot shows. */
const LIMIT = 50;

/** The parts of the stores that a snapshot reads. */
export interface Boxes {
  readonly personas: ReadonlyMap<string, { all(): unknown[] }>;
  readonly sessions: ReadonlyMap<string, { peek(): { cookies: unknown; network: unknown; replay: unknown } }>;
}

/** A look at the stores that changes nothing: no download address is handed out for it. */
export function snapshotOf({ personas, sessions }: Boxes): StoreSnapshot {
  const emails = [...personas].slice(0, LIMIT).map(([id, box]) => [id, { emails: box.all().slice(0, LIMIT) }] as const);
  const peeked = [...sessions].slice(0, LIMIT).map(([id, box]) => [id, box.peek()] as const);
  const leftOut = Math.max(0, personas.size - LIMIT) + Math.max(0, sessions.size - LIMIT);
  return { personas: Object.fromEntries(emails), sessions: Object.fromEntries(peeked), leftOut };
}
