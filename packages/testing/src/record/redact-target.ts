import type { Secrets } from "./secrets.ts";

/** Stands in an address for what is not recorded. */
export const LEFT_OUT = "redacted";

/** A target whose secret query parameters have no value, and which holds none of the credentials sent. */
export function redactTarget(target: string, { isSecret, literals }: Secrets): string {
  const [path = "", query] = target.split(/\?(.*)/s, 2);
  const clean = (text: string): string => {
    let cleaned = text;
    for (const literal of literals)
      cleaned = cleaned.replaceAll(encodeURIComponent(literal), LEFT_OUT).replaceAll(literal, LEFT_OUT);
    return cleaned;
  };
  if (query === undefined) return clean(path);
  const pairs = [...new URLSearchParams(query)].map(([name, value]): [string, string] => [
    clean(name),
    isSecret(name) ? LEFT_OUT : clean(value),
  ]);
  return `${clean(path)}?${new URLSearchParams(pairs)}`;
}
