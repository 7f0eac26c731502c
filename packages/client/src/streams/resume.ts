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
  const ids = new Set<string>();
  let last: string | undefined;
  /** Events without an id that came after the last one with an id: a service that continues after it sends them again. */
  let unnamed = 0;
  /** Of these, those that are still to come again; while `isPast`, what comes lies before the last id. */
  let again = 0;
  let isPast = false;
  let isResuming = false;
  return {
    isNew({ id }) {
      if (isResuming && id !== undefined && ids.has(id)) {
        isPast = id !== last;
        again = unnamed;
        return false;
      }
      if (isResuming && id === undefined && (isPast || again > 0)) {
        if (!isPast) again--;
        return false;
      }
      isResuming = false;
      if (id === undefined) unnamed++;
      else {
        last = id;
        unnamed = 0;
        // Again at the end: sets keep the order of insertion.
        ids.delete(id);
        ids.add(id);
        const [oldest] = ids;
        if (ids.size > REMEMBERED) ids.delete(oldest as string);
      }
      return true;
    },
    reconnected() {
      isResuming = true;
      isPast = false;
      again = unnamed;
    },
  };
}
