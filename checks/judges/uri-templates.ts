import { fillPart } from "../../packages/client/src/params/place-params.ts";
import { placeStyled, stylePath } from "../../packages/client/src/params/styles.ts";
import type { OperationRow } from "../../packages/client/src/table.ts";
import { attempt, type Case, type Judge, readJson } from "./judge.ts";

interface Section {
  readonly variables: { readonly [name: string]: unknown };
  readonly testcases: readonly (readonly [template: string, expansions: string | readonly string[] | false])[];
}

/** Expressions that OpenAPI's styles stand for; `+`, `#`, `/` and prefixes (`:3`) it has no style for. */
const EXPRESSION = /\{([.;?&]?)([\w.,*]+)\}/g;

/** The expansion of one variable, as a parameter of an operation is written. */
function expandOne(operator: string, spec: string, variables: Section["variables"]): string {
  const name = spec.replace("*", "");
  const explode = spec.endsWith("*");
  const value = variables[name];
  if (operator === "?" || operator === "&") {
    const into = { header: {}, query: [] as string[] };
    placeStyled(into as never, name, value, { style: "form", explode });
    return into.query.join("&");
  }
  const style = { ".": "label", ";": "matrix" }[operator] ?? "simple";
  if (style === "simple" && !explode) return fillPart(name, value, { [name]: 0 });
  const row = { pathStyles: { [name]: { style, explode } } } as unknown as OperationRow;
  return stylePath(name, value, row) ?? "";
}

/** Undefined where a parameter cannot be said so. */
function expand(template: string, variables: Section["variables"]): string | undefined {
  if (/[{}]/.test(template.replace(EXPRESSION, ""))) return undefined;
  const names = [...template.matchAll(EXPRESSION)].flatMap(([, , list = ""]) => list.replaceAll("*", "").split(","));
  if (names.some((name) => isMissing(variables[name]))) return undefined;
  return template.replace(EXPRESSION, (_, operator: string, list: string) => {
    const parts = list.split(",").map((spec) => expandOne(operator, spec, variables));
    if (operator === "?" || operator === "&") return operator + parts.join("&");
    return parts.join(operator === "" ? "," : "");
  });
}

/** A path parameter has a value; a query parameter without one is left out, before it comes to a style. */
function isMissing(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === "object" && Object.keys(value).length === 0);
}

function judgeCase(section: string, [template, due]: Section["testcases"][number], { variables }: Section): Case[] {
  const got = due === false ? undefined : attempt(() => expand(template, variables));
  if (due === false || got === undefined) return [];
  // Some have several expansions that are right.
  const [first, ...others] = [due].flat();
  return [{ name: `${section}: ${template}`, got, due: others.includes(got) ? got : first }];
}

export const uriTemplates: Judge = {
  suite: "uritemplate-test",
  version: "RFC 6570",
  judged: "parameters in paths and queries by style",
  aside: [
    "expressions of `+`, `#`, `/` and with a prefix: OpenAPI has no style for them",
    "values that are missing: a path parameter has one, and a query without is not written",
  ],
  wanted: [
    [
      /hello\b/,
      "`!'()*` stay as `encodeURIComponent` leaves them: RFC 3986 allows them there, and servers read both alike",
    ],
    [/O\{empty\}X|\{x,empty\}/, "a path parameter without a text is refused: another operation would be called"],
    [/\{keys\}/, "a part that is `.` is refused, as servers and proxies resolve it"],
    [/Literal Encoding/, "literals of a path are encoded by `fetch`"],
  ],
  judge: () =>
    readJson<{ [section: string]: Section }>("uri-templates", /./).flatMap(([path, sections]) =>
      Object.entries(sections).flatMap(([name, section]) =>
        section.testcases.flatMap((one) => judgeCase(`${path.replace(".json", "")}, ${name}`, one, section)),
      ),
    ),
};
