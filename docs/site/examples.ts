import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Comment, CommentTag, type DeclarationReflection, ReflectionKind } from "typedoc";

// Examples of exports stand in Markdown files of their own, not in doc comments: they name operations of the document, which
// source files written by hand do not, and run as the guides do.

/** Code of an example by its export, "createSvcClient of @svc/client"; none where the document has nothing for it. */
export type Examples = ReadonlyMap<string, string | undefined>;

const EXAMPLE = /^## `([^`]+)` of `([^`]+)`\n+(?:```ts[^\n]*\n(.*?)^```$|\*Left out:)/gms;

/** Reads the examples of a folder of Markdown files. */
export function readExamples(folder: string): Examples {
  const files = readdirSync(folder).filter((name) => name.endsWith(".md"));
  const matches = files.flatMap((name) => [...readFileSync(join(folder, name), "utf8").matchAll(EXAMPLE)]);
  return new Map(matches.map(([, name, module, code]) => [`${name} of ${module}`, code]));
}

const VALUE = ReflectionKind.Function | ReflectionKind.Class | ReflectionKind.Variable;

/**
 * Gives each function, class and constant of a module its example.
 *
 * @returns what has none, as "createSvcClient of @svc/client"
 */
export function addExamples({ name, children = [] }: DeclarationReflection, examples: Examples): string[] {
  return children
    .filter((child) => child.kindOf(VALUE))
    .flatMap((child) => {
      const key = `${child.name} of ${name}`;
      const code = examples.get(key);
      if (!examples.has(key)) return [key];
      if (code !== undefined) addExample(child, code);
      return [];
    });
}

function addExample(child: DeclarationReflection, code: string): void {
  const documented = child.signatures?.[0] ?? child;
  documented.comment ??= new Comment();
  const text = `\`\`\`ts\n${code}\`\`\``;
  documented.comment.blockTags.push(new CommentTag("@example", [{ kind: "code", text }]));
}
