/** A path without its fragment: what is sent. */
export function addressOf(path: string): string {
  const from = path.indexOf("#", Math.max(path.lastIndexOf("{"), path.lastIndexOf("}")) + 1);
  return from < 0 ? path : path.slice(0, from);
}
