/** Throws unless the condition holds. The message says what was expected. */
export function check(condition, message) {
  if (!condition) throw new Error(message);
}

/** Throws unless the two are the same as JSON. */
export function equal(actual, expected) {
  const [got, wanted] = [actual, expected].map((value) => JSON.stringify(value));
  check(got === wanted, `expected ${wanted}, got ${got}`);
}

/** The error that the promise, or the function, is rejected with. Throws where it is not, or with an error of another class. */
export async function rejection(work, Class) {
  let value;
  try {
    value = await (typeof work === "function" ? work() : work);
  } catch (error) {
    check(Class.is(error), `expected a ${Class.name}, got ${describe(error)}`);
    check(error instanceof Class, `${Class.name}.is and instanceof disagree`);
    equal(error.name, Class.prototype.name);
    return error;
  }
  throw new Error(`expected a ${Class.name}, got the value ${JSON.stringify(value)}`);
}

/** An error with its causes, for reports. */
export function describe(error) {
  const cause = error?.cause === undefined ? "" : ` (cause: ${describe(error.cause)})`;
  return `${error}${cause}`;
}
