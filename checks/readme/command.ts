import { join } from "node:path";
import { ROOT } from "../../scripts/toolkit/tools.ts";
import { namedScripts } from "./code-blocks.ts";

/** Treatment of a line of shell. */
export type Command =
  /** Starts the fake, which the rest of the page talks to. */
  | { readonly kind: "serve"; readonly options: string }
  /** Is run, in the folder of its page. */
  | { readonly kind: "run"; readonly text: string }
  /** Is not run, for a reason. */
  | { readonly kind: "skip"; readonly text: string; readonly reason: string }
  /** Cannot be right, or nothing is known of it. */
  | { readonly kind: "finding"; readonly text: string; readonly message: string };

/** Why commands of the checkout and of package managers are not run here. */
const SKIPPED: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [/^(?:cd \S+ && )?(?:npm (?:i|install|create)|pnpm add)\b/, "installs from a registry"],
  [/^(?:npx -y pnpm@12|pnpm) (?:start|test)\b/, "this check is a part of it"],
  [/^pnpm (?:bench|docs:build)\b/, "takes minutes, and is looked at elsewhere"],
  [
    /^(?:npx -y pnpm@12|pnpm) (?:release:\w+|svc (?:release|pack))\b/,
    "packs, publishes or versions; the rehearsal runs it",
  ],
  [/^pnpm spec:bump (?!.*--dry-run)/, "writes into the checkout"],
  [/^pnpm generate$/, "writes into the checkout; its --check is run"],
  [/^pnpm generate --spec/, "writes a tree; tested beside its source"],
  [/^npx @svc\/(?:codegen|mcp)\b/, "needs the published package; the rehearsal runs it"],
  [/^pnpm format\b/, "writes into the checkout"],
  [/^git /, "writes into the checkout"],
  [/^pnpm .*\b[A-Z]{3,}\b/, "its arguments are placeholders"],
  [/^npx vitest\b/, "runs the reader's own tests"],
];

/** Commands that are run as they are. */
const RUN: RegExp = /^(?:curl|cat|ls|node|sed|echo) /;

/** The commands of a block of shell: lines that go on are joined, comments left out. */
export function commandsOf(code: string): string[] {
  return code
    .replaceAll(/\\\n\s*/g, "")
    .split("\n")
    .map((line) => line.replace(/(?:^|\s+)#.*$/, "").trim())
    .filter((line) => line !== "");
}

/** Treatment of a command, given the scripts of the root. */
export function toCommand(text: string, scripts: { readonly [name: string]: string }): Command {
  const [name] = namedScripts(text);
  const script = name === undefined || /^(?:add|install|exec)$/.test(name) ? "" : scripts[name];
  if (script === undefined) return { kind: "finding", text, message: `there is no script ${name}` };
  const reason = SKIPPED.find(([pattern]) => pattern.test(text))?.[1];
  if (reason !== undefined) return { kind: "skip", text, reason };
  const [, options] = /^npx svc-fake(?!\s+(?:--help|--version)\b)(.*?)\s*&?$/.exec(text) ?? [];
  if (options !== undefined) return { kind: "serve", options: options.trim() };
  if (text.startsWith("npx svc-fake ")) return { kind: "run", text: text.replace("npx svc-fake", '"$SVC_FAKE"') };
  const [, file, words] = /^node (\w\S*\.ts)(.*)/.exec(script) ?? [];
  if (file !== undefined && name !== undefined) {
    const rest = text.slice(text.indexOf(name) + name.length);
    return { kind: "run", text: `node ${join(ROOT, file)}${words}${rest}` };
  }
  if (RUN.test(text)) return { kind: "run", text: text.replace(/^curl /, "curl --fail-with-body ") };
  return { kind: "finding", text, message: "nothing is known of this command: say in command.ts how it is checked" };
}
