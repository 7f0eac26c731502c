/** How a run ended. */
export type Outcome = { readonly value: unknown } | { readonly error: unknown };

const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor as new (
  ...source: string[]
) => (...values: unknown[]) => Promise<unknown>;

/**
 * Runs code as the body of an async function, with names in scope. One expression is its own result; of statements,
 * what they return is.
 */
export async function runCode(code: string, scope: Readonly<Record<string, unknown>>): Promise<Outcome> {
  try {
    return { value: await compile(code, Object.keys(scope))(...Object.values(scope)) };
  } catch (error) {
    return { error };
  }
}

function compile(code: string, names: readonly string[]): (...values: unknown[]) => Promise<unknown> {
  const strict = '"use strict";\n';
  try {
    return new AsyncFunction(...names, `${strict}return (\n${code.trim().replace(/;$/, "")}\n)`);
  } catch {
    // No expression: what is wrong with it, if anything, is said of the statements.
    // A block: its names may be those in scope.
    return new AsyncFunction(...names, `${strict}{\n${code}\n}`);
  }
}
