import * as nodeFs from "node:fs";

type FileSystem = typeof nodeFs;

/** A change that is about to be made to the file system. */
export interface Operation {
  readonly name: string;
  /** The path that is changed, of a move or a copy its target. */
  readonly path: string;
}

type Test = (operation: Operation) => boolean;

/** A file system of a process that is killed before the first change that a test selects: nothing works after that. */
export function endingBefore(isLast: Test): FileSystem {
  let hasEnded = false;
  return intercepted((operation) => {
    hasEnded ||= operation.name !== "read" && isLast(operation);
    if (hasEnded) throw new Error("ended");
  });
}

/** A file system of a process that is killed before its change of this number. */
export function endingAt(step: number): FileSystem {
  let count = 0;
  return endingBefore(() => count++ === step);
}

/** A file system that refuses the changes that a test selects, as one that is read-only does. */
export function refusing(isRefused: Test): FileSystem {
  return intercepted((operation) => {
    if (operation.name === "read" || !isRefused(operation)) return;
    const message = `EROFS: read-only file system, ${operation.name} '${operation.path}'`;
    throw Object.assign(new Error(message), { code: "EROFS", syscall: operation.name });
  });
}

function intercepted(before: (operation: Operation) => void): FileSystem {
  return new Proxy<FileSystem>(nodeFs, {
    get: (fs, name: keyof FileSystem) => {
      const original = fs[name] as (...args: readonly unknown[]) => unknown;
      return (...args: readonly unknown[]): unknown => {
        const isChange = !["existsSync", "lstatSync", "readdirSync", "readFileSync"].includes(name);
        const hasTarget = name === "renameSync" || name === "copyFileSync";
        before({ name: isChange ? name : "read", path: String(args[hasTarget ? 1 : 0]) });
        return original(...args);
      };
    },
  });
}
