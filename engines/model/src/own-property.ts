/** Sets an own property of any name, `__proto__` included: names in documents and requests may be any text. */
export function setOwn(target: object, name: string, value: unknown): void {
  if (name !== "__proto__") (target as { [name: string]: unknown })[name] = value;
  else Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true });
}
