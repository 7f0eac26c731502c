import { suffix } from "@svc/model";

/** Takes a name, or one that is free: with a suffix of what it is the name of. */
export function takeName(wanted: string, from: string, taken: Set<string>): string {
  const name = taken.has(wanted) ? `${wanted}_${suffix(from)}` : wanted;
  taken.add(name);
  return name;
}
