const PARAMETER = /\{([^{}]*)\}/g;

/** Names of the parameters of a path template, in order. */
export function pathNames(path: string): string[] {
  return Array.from(path.matchAll(PARAMETER), ([, name = ""]) => name);
}

/** A path template with other text in the place of each parameter and its braces. */
export function fillPath(path: string, fill: (name: string, index: number) => string): string {
  let index = 0;
  return path.replaceAll(PARAMETER, (_, name: string) => fill(name, index++));
}

/** A path template with nothing in its braces: equal for templates that match the same addresses. */
export function anonymousPath(path: string): string {
  return fillPath(path, () => "{}");
}

/** A path without its fragment: what is sent. */
export function addressOf(path: string): string {
  const from = path.indexOf("#", Math.max(path.lastIndexOf("{"), path.lastIndexOf("}")) + 1);
  return from < 0 ? path : path.slice(0, from);
}
