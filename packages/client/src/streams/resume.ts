/** Ids of the latest events that are remembered: a service that begins too early is noticed within these. */
const REMEMBERED = 1000;

/** Tells after a reconnection which events are new: none is given twice, and none is left out. */
export interface Resume {
  /** Notes the event and returns whether it is new. */
  isNew(event: { readonly id?: string | undefined }): boolean;
  /** To be called for each new connection. */
  reconnected(): void;
}

export function createResume(): Resume {
  /** The latest ids, the oldest of which is overwritten next; a set of them is made when it is needed. */
  const latest: string[] = [];
  let written = 0;
  let ids: ReadonlySet<string> = new Set();
  let last: string | undefined;
  /** Events without an id that came after the last one with an id: a service that continues after it sends them again. */
  let unnamed = 0;
  /** Of these, those that are still to come again; while `isPast`, what comes lies before the last id. */
  let again = 0;
  let isPast = false;
  let isResuming = false;
  const isRepeated = (id: string | undefined): boolean => {
    if (id === undefined) return isPast || again-- > 0;
    if (!ids.has(id)) return false;
    isPast = id !== last;
    again = unnamed;
    return true;
  };
  return {
    isNew({ id }) {
      if (isResuming && isRepeated(id)) return false;
      isResuming = false;
      if (id === undefined) unnamed++;
      else {
        last = latest[written++ % REMEMBERED] = id;
        unnamed = 0;
      }
      return true;
    },
    reconnected() {
      ids = new Set(latest);
      isResuming = true;
      isPast = false;
      again = unnamed;
    },
  };
}
