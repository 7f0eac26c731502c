import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { copySources } from "@svc/codegen/bump";
import { type CommandResult, runCommand } from "../../scripts/toolkit/run-command.ts";
import { ROOT } from "../../scripts/toolkit/tools.ts";

/** A checkout of its own, of the working tree as it is, with one commit; what is installed and what turbo has made here is linked. */
export interface ScratchClone {
  readonly root: string;
  /** Runs Node.js in the clone. */
  run(...args: readonly string[]): Promise<CommandResult>;
  /** Runs a command of `pnpm svc` in the clone. */
  svc(...args: readonly string[]): Promise<CommandResult>;
  write(path: string, content: string): string;
  commit(): void;
  /** Differences from the last commit, as git prints them: `M spec/openapi.yaml`. */
  status(): string[];
  remove(): void;
}

const TURBO_CACHE = ".turbo/cache";

export function createScratchClone(): ScratchClone {
  const root = mkdtempSync(join(tmpdir(), "svc-clone-"));
  copySources(ROOT, root);
  const [cache, made] = [join(root, TURBO_CACHE), join(ROOT, TURBO_CACHE)];
  mkdirSync(dirname(cache));
  mkdirSync(made, { recursive: true });
  symlinkSync(made, cache);
  const git = (...args: string[]): string =>
    execFileSync("git", ["-c", "user.name=svc", "-c", "user.email=svc@svc.invalid", ...args], {
      cwd: root,
      encoding: "utf8",
    });
  const clone: ScratchClone = {
    root,
    // The variables of this run say nothing to the commands of the clone: its tests run in a sample.
    svc: (...args) => clone.run(join(root, "main.ts"), ...args),
    run: (...args) =>
      runCommand([process.execPath, ...args], {
        cwd: root,
        env: { NODE_OPTIONS: undefined, VITEST: undefined, NODE_ENV: undefined, SVC_PROOFS: undefined },
        timeoutMs: 40 * 60_000,
      }),
    write(path, content) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), content);
      return join(root, path);
    },
    commit() {
      git("add", "-A");
      git("commit", "-q", "--no-verify", "--allow-empty", "-m", "state");
    },
    status: () =>
      git("status", "--porcelain", "-uall")
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => line.trim()),
    remove: () => rmSync(root, { recursive: true, force: true, maxRetries: 5 }),
  };
  git("init", "-q");
  clone.commit();
  return clone;
}
