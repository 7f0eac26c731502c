import type { Content } from "@svc/model/data";
import { fromJson } from "./brackets.ts";
import type { FormValues } from "./multipart.ts";

/** Lists that the `encoding` of a form has in one value, by name: as JSON, or in a style that is not exploded. */
export function encodedLists(
  form: FormValues,
  encoding: NonNullable<Content["encoding"]>,
): { readonly [name: string]: readonly unknown[] } {
  const lists = Object.entries(encoding).flatMap(
    ([name, { contentType, style = "form", explode = style === "form" }]) => {
      const [value, ...others] = form.get(name) ?? [];
      if (value === undefined || others.length > 0) return [];
      const isSplit = contentType === undefined && !explode && style !== "deepObject" && typeof value === "string";
      if (isSplit) return [[name, value.split(SEPARATORS[style] ?? ",")] as const];
      const list = /^[^,]*[/+]json\b/i.test(contentType ?? "") ? fromJson(value) : undefined;
      return Array.isArray(list) ? [[name, list] as const] : [];
    },
  );
  return Object.fromEntries(lists);
}

const SEPARATORS: { readonly [style: string]: string } = { spaceDelimited: " ", pipeDelimited: "|" };
