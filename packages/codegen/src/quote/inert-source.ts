import { escapeInvisibleLines } from "@svc/model";
import typescript from "typescript";
import type { Code } from "./template.ts";

/**
 * Passes the output of another generator, after a check of the whole: it parses without a diagnostic, and holds nothing
 * but types, so nothing in it can run. Invisible characters become escapes, which strings and comments show alike.
 *
 * @throws TypeError where the source holds anything that exists at run time.
 */
export function inertSource(source: string): Code {
  const visible = escapeInvisibleLines(source.replaceAll("\r\n", "\n").replaceAll("\t", "  "));
  const file = typescript.createSourceFile("types.ts", visible, typescript.ScriptTarget.Latest, false);
  const [diagnostic] =
    (file as typescript.SourceFile & { parseDiagnostics?: typescript.Diagnostic[] }).parseDiagnostics ?? [];
  if (diagnostic !== undefined) throw refusal(visible, diagnostic.start ?? 0, "does not parse");
  for (const statement of file.statements) {
    if (!isType(statement)) throw refusal(visible, statement.pos, "exists at run time");
  }
  return visible as Code;
}

function isType(node: typescript.Statement): boolean {
  return typescript.isInterfaceDeclaration(node) || typescript.isTypeAliasDeclaration(node);
}

function refusal(source: string, at: number, what: string): TypeError {
  const line = source.slice(0, at).split("\n").length;
  return new TypeError(`Generated types, line ${line}: ${JSON.stringify(source.slice(at, at + 80))} ${what}`);
}
