import { explainOutside, type Target, targetBelow } from "../target.ts";

/** What a request meets: a fake and the target below its base address, or why there is none. */
export type Selected = { readonly fake: Target; readonly target: string } | NoneSelected;

interface NoneSelected {
  readonly problem: string;
  /** The fake that it was meant for, if any: its address lies outside of that one's. */
  readonly nearest?: Target;
}

/**
 * Which of the fakes that intercept an origin now answers a request: the one that was set up in the request's own
 * asynchronous context, else the only one.
 *
 * @param active the latest last
 * @param own fakes of the request's context, the latest last
 */
export function selectFake(method: string, url: URL, active: ReadonlySet<Target>, own: readonly Target[]): Selected {
  const fitting = [...active].flatMap((fake) => {
    const target = targetBelow(fake.baseUrl, url);
    return target === undefined ? [] : [{ fake, target }];
  });
  const [only] = fitting;
  if (only === undefined) return explainNone(method, url, active, own);
  const mine = own.findLast((fake) => fitting.some((one) => one.fake === fake));
  const chosen = fitting.find(({ fake }) => fake === mine) ?? (fitting.length === 1 ? only : undefined);
  return chosen ?? { problem: explainAmbiguous(only.fake.baseUrl, fitting.length) };
}

function explainNone(method: string, url: URL, active: ReadonlySet<Target>, own: readonly Target[]): NoneSelected {
  const nearest = own.findLast((fake) => active.has(fake)) ?? [...active][0];
  if (nearest === undefined) {
    return { problem: `The fake of ${url.origin} was closed while a request was under way.` };
  }
  return { problem: explainOutside(nearest.baseUrl, method, url), nearest };
}

function explainAmbiguous(baseUrl: string, count: number): string {
  return [
    `${count} fakes stand for ${baseUrl} now, and this request comes from a place in which none of them was set up.`,
    "Call fake.intercept() in the test itself, give the fakes different base addresses, or use fake.fetch.",
  ].join("\n");
}
