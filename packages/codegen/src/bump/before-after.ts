import type { Change } from "@svc/diff";
import type { CodeNames } from "./repository.ts";

/** Code of a user, as it was and as it has to be. */
export interface BeforeAfter {
  readonly before: string;
  readonly after: string;
}

/** A name in code: nothing of a document that would need quoting. */
const NAME = /^[A-Za-z_$][\w$]*$/;

/** A line of a user's code before and after, for changes that one line can show. */
export function beforeAfter(change: Change, { client, types }: CodeNames): BeforeAfter | undefined {
  const [first = "", second = ""] = Array.from(change.message.matchAll(/`([^`]+)`/g), ([, name]) => name ?? "");
  switch (change.rule) {
    case "method-renamed":
      return { before: `${client}.${first}(…)`, after: `${client}.${second}(…)` };
    case "schema-renamed":
      return [first, second].every((name) => NAME.test(name))
        ? { before: `import type { ${first} } from "${types}"`, after: `import type { ${second} } from "${types}"` }
        : undefined;
    case "parameter-required-added":
    case "parameter-became-required":
      return ofParameter(first, (call, name) => ({
        before: `${client}.${call}(…)`,
        after: `${client}.${call}(…, { ${name} })`,
      }));
    case "parameter-removed":
      return ofParameter(first, (call, name) => ({
        before: `${client}.${call}(…, { ${name} })`,
        after: `${client}.${call}(…)`,
      }));
    default:
      return ofProperty(change, first);
  }
}

function ofParameter(place: string, show: (call: string, name: string) => BeforeAfter): BeforeAfter | undefined {
  const [, call = "", name = ""] = /^([\w.$]+) params\.([\w$]+)$/.exec(place) ?? [];
  return name === "" ? undefined : show(call, name);
}

function ofProperty({ rule, direction }: Change, place: string): BeforeAfter | undefined {
  const [type = "", name = "", ...more] = place.split(".");
  if (more.length > 0 || !NAME.test(type) || !NAME.test(name)) return undefined;
  const variable = `${type[0]?.toLowerCase()}${type.slice(1)}`;
  const use = `use(${variable}.${name})`;
  if (direction === "request") {
    const [without, given] = [`const ${variable} = { … }`, `const ${variable} = { …, ${name} }`];
    if (rule === "property-required-added" || rule === "property-became-required")
      return { before: without, after: given };
    return rule === "property-removed" ? { before: given, after: without } : undefined;
  }
  if (rule === "became-nullable") return { before: use, after: `if (${variable}.${name} !== null) ${use}` };
  if (rule === "property-became-optional")
    return { before: use, after: `if (${variable}.${name} !== undefined) ${use}` };
  return undefined;
}
