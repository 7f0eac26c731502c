/** Names that the playground has in scope, by module; undefined: all of them. */
const IN_SCOPE: ReadonlyMap<string, readonly string[] | undefined> = new Map([
  ["@svc/client", undefined],
  ["@svc/client/downloads", undefined],
  ["@svc/client/waiters", undefined],
  ["@svc/testing", ["createFakeSvc", "systemClock"]],
  ["@svc/testing/build", ["build"]],
]);

const IMPORT = /^import \{([^}]*)\} from "([^"]+)";\n/gm;

const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor as new (code: string) => unknown;

/**
 * A guide's program as the playground runs it: without its imports. Undefined where it would not run there: it has no
 * fake of its own, needs what is not in scope, or is no JavaScript as it stands.
 */
export function playgroundCode(program: string): string | undefined {
  const imports = [...program.matchAll(IMPORT)].map(([, names = "", module = ""]) => ({
    names: wordsOf(names),
    module,
  }));
  const isInScope = imports.every(({ names, module }) => {
    const known = IN_SCOPE.get(module);
    return IN_SCOPE.has(module) && (known === undefined || names.every((name) => known.includes(name)));
  });
  const code = program.replace(IMPORT, "").trim();
  const hasFake = /\bcreateFakeSvc\(/.test(code) && !/\bdocument\b|\.listen\(/.test(code);
  return isInScope && hasFake && isFunctionBody(code) ? code : undefined;
}

function wordsOf(names: string): string[] {
  return names
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
}

/** Compiles it, and runs nothing. */
function isFunctionBody(code: string): boolean {
  try {
    new AsyncFunction(code);
    return true;
  } catch {
    return false;
  }
}
