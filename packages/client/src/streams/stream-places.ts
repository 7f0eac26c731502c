import type { Session } from "../call/call.ts";
import { isStream } from "../call/deliver.ts";
import { dateOffset, monotonic } from "../clock.ts";
import { RateLimitError } from "../errors/errors.ts";
import type { PacedAnswer, PacedCall, Pacer, Refusal } from "../pacing/pacer.ts";
import { createWaitingQueue } from "../pacing/waiting-queue.ts";

/** First and longest pause before one request is tried beyond a quota that was met. */
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 60_000;

/** Open streams of one pacer, which keep their places in a quota of concurrent requests. */
export interface StreamPlaces {
  /** The pacer, beside which calls wait as long as open streams fill the quota. */
  readonly pacer: Pacer;
  /** Begins a call that is to give a stream; returns the function that says that it has ended. */
  begin(): () => void;
  /** Takes the place of a stream that was opened; returns the function that gives it back. */
  hold(): () => void;
}

/** By the pacer of a client: clients of one credential and origin share it, and so the places of their streams. */
const places: WeakMap<Pacer, StreamPlaces> = /* @__PURE__ */ new WeakMap();

/**
 * The places of a session's streams, through whose pacer its calls go from then on. The pacer itself gives a permit back
 * when the headers arrive, as limits of requests per time count no longer; services that limit concurrent requests do.
 */
export function takePlaces(session: Session): StreamPlaces {
  const { pacer } = session;
  const found = places.get(pacer) ?? createPlaces(pacer, session);
  places.set(pacer, found);
  places.set(found.pacer, found);
  Object.assign(session, { pacer: found.pacer });
  return found;
}

const ROUTE = "";

/** A quota is assumed where the service refuses while streams are open, and forgotten with the last of them. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one closure holds what the short functions in it share
function createPlaces(inner: Pacer, { clock }: Pick<Session, "clock">): StreamPlaces {
  let open = 0;
  /** Requests without an answer, and calls that wait for the inner pacer. */
  let sent = 0;
  let entering = 0;
  /** Calls that are to give streams, and those of them whose headers have come: their streams will be open in a moment. */
  let calling = 0;
  let opening = 0;
  let quota = Infinity;
  let pauseMs = FIRST_PAUSE_MS;
  let probeAt = 0;
  /** A request beyond the quota, which tells whether that is larger by now. */
  let probe: "none" | "due" | "sent" = "none";

  const taken = (): number => open + opening + sent;
  const isFree = (): boolean => taken() + entering < quota;
  const pump = (): void => {
    queue.sleep();
    const now = monotonic(clock);
    let lane = queue.next(NONE);
    for (; lane; lane = queue.next(NONE)) {
      if (!isFree()) {
        if (probe !== "none" || now < probeAt) break;
        probe = "due";
      }
      entering++;
      queue.release(lane, 1);
    }
    if (!lane) return;
    queue.expire(lane, now, probeAt);
    if (queue.size) queue.wakeAt(probe === "none" ? probeAt : Infinity, now);
  };
  const rateLimited = (at: number | undefined): Error =>
    new RateLimitError(
      "open streams use all requests that the service handles concurrently: close one, or call again later",
      {
        retryAt: at === undefined ? undefined : new Date(at + dateOffset(clock)),
      },
    );
  const queue = createWaitingQueue<string>({ clock, errors: { rateLimited }, pump });

  /** Enters the inner pacer. By the time that it gives a permit, the places may be taken. */
  const enterInner = (call: PacedCall): undefined | Promise<void> => {
    const wait = inner.enter(call);
    if (!wait) {
      entering--;
      sent++;
      return undefined;
    }
    const leave = (): void => {
      entering--;
      if (probe === "due") probe = "none";
      pump();
    };
    const permitted = (): undefined | Promise<void> => {
      entering--;
      if (taken() >= quota && probe !== "due") {
        inner.failed(call);
        return pacer.enter({ ...call, retry: true });
      }
      if (probe === "due") probe = "sent";
      sent++;
      return undefined;
    };
    return wait.then(permitted, (error) => {
      leave();
      throw error;
    });
  };

  /** Learns from the answer to one of the sent requests whether the service takes as many at once. */
  const learn = ({ status, receivedAt }: PacedAnswer, refusal: Refusal | undefined): void => {
    if (refusal?.kind === "quota" && status < 500 && open + opening > 0) {
      quota = Math.max(1, Math.min(quota, taken() - 1));
      probeAt = Math.max((refusal.retryAt ?? 0) - dateOffset(clock), receivedAt + pauseMs);
      pauseMs = Math.min(LONGEST_PAUSE_MS, 2 * pauseMs);
    } else if (refusal === undefined && taken() > quota) {
      quota = taken();
      probeAt = receivedAt;
      pauseMs = FIRST_PAUSE_MS;
    } else return;
    probe = "none";
  };

  const pacer: Pacer = {
    enter(call) {
      const wait = queue.enter(call, ROUTE, () => {
        const isPassed = isFree();
        entering += +isPassed;
        return isPassed;
      });
      return wait ? wait.then(() => enterInner(call)) : enterInner(call);
    },
    answered(answer) {
      const refusal = inner.answered(answer);
      learn(answer, refusal);
      sent--;
      if (answer.status < 300 && isStream(answer) && opening < calling) opening++;
      pump();
      return refusal;
    },
    failed(permit) {
      const refusal = inner.failed(permit);
      sent--;
      if (probe === "sent") probe = "none";
      pump();
      return refusal;
    },
    snapshot() {
      const { queued, ...state } = inner.snapshot();
      return { ...state, queued: queued + queue.size };
    },
    close(reason) {
      queue.close(reason);
      inner.close(reason);
    },
  };
  return {
    pacer,
    begin() {
      calling++;
      return () => {
        opening = Math.min(opening, --calling);
        pump();
      };
    },
    hold() {
      open++;
      if (opening > 0) opening--;
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        if (--open === 0) quota = Infinity;
        pump();
      };
    },
  };
}

const NONE: ReadonlySet<unknown> = new Set();
