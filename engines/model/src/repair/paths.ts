import { asArray, get, isObject } from "../build/raw.ts";
import { show } from "../load/finding.ts";
import { childPointer } from "../load/pointer.ts";
import { fillPath, pathNames } from "../path-template.ts";
import type { Edit, Mend } from "./repair.ts";

/** A path parameter that the template has and nobody declares: required text. */
export function declareParameter(name: string, operation: unknown, pointer: string): Pick<Mend, "assumed" | "edits"> {
  return {
    assumed: "a required string is assumed",
    edits: [addParameter({ name, in: "path", required: true, schema: { type: "string" } }, operation, pointer)],
  };
}

/** A parameter added to an operation or path item. */
export function addParameter(parameter: object, owner: unknown, pointer: string): Edit {
  return Array.isArray(get(owner, "parameters"))
    ? { op: "append", pointer: childPointer(pointer, "parameters"), value: parameter }
    : { op: "set", pointer, key: "parameters", value: [parameter] };
}

/** A path under another name; its content stays. */
export function renamePath(from: string, to: string): Edit {
  return { op: "rename", pointer: "/paths", from, to };
}

/**
 * A name for a path that shares its address with another: a fragment, which is never sent, tells the two apart. OpenAPI has
 * no other way to say that one address serves several operations of one method.
 */
export function withFragment(address: string, label: string, taken: (path: string) => boolean): string {
  const text = label.replaceAll(/[^\w=&.,-]+/g, "-") || "2";
  let path = `${address}#${text}`;
  for (let count = 2; taken(path); count++) path = `${address}#${text}-${count}`;
  return path;
}

/** The second place of a name in a path becomes a parameter of its own, declared like the first. */
export function separateNames(path: string, item: unknown, isTaken: (path: string) => boolean): Mend | undefined {
  const seen = new Map<string, number>();
  const names = new Set(pathNames(path));
  const added: { readonly from: string; readonly to: string }[] = [];
  const to = fillPath(path, (name) => {
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    if (count === 1) return `{${name}}`;
    let other = `${name}_${count}`;
    while (names.has(other)) other += "_";
    names.add(other);
    added.push({ from: name, to: other });
    return `{${other}}`;
  });
  if (isTaken(to)) return undefined;
  const at = childPointer("/paths", path);
  const places = isObject(item) ? added : [];
  const edits = places.map(({ from, to: name }) => {
    const declared = asArray(get(item, "parameters")).find(
      (parameter) => get(parameter, "in") === "path" && get(parameter, "name") === from,
    );
    const schema = { required: true, schema: { type: "string" }, ...(declared as object | undefined) };
    return addParameter({ ...schema, name, in: "path" }, item, at);
  });
  const [first] = added;
  return {
    wrong: `has the parameter ${show(first?.from)} twice`,
    advice: "give each place a name of its own",
    assumed: `the path is read as ${show(to, 200)}, where each place has a value of its own`,
    edits: [...edits, renamePath(path, to)],
  };
}

/**
 * A query in a path: `?beta=true` is a constant query parameter, which the client sends by itself, `?term={term}` an ordinary one. Operations that share the
 * address are told apart by a fragment.
 */
export function moveQuery(
  path: string,
  item: unknown,
  methods: readonly string[],
  isTaken: (path: string) => boolean,
): Mend {
  const at = childPointer("/paths", path);
  const mark = fillPath(path, (name) => "x".repeat(name.length + 2)).indexOf("?");
  const address = path.slice(0, mark);
  const query = path.slice(mark + 1).replace(/#.*$/s, "");
  const pairs = query.split("&").flatMap((pair): { name: string; value: string }[] => {
    const equals = pair.indexOf("=");
    const name = decode(equals < 0 ? pair : pair.slice(0, equals));
    return name === "" ? [] : [{ name, value: equals < 0 ? "" : pair.slice(equals + 1) }];
  });
  const to = isTaken(address) ? withFragment(address, query, isTaken) : address;
  const owners = [
    { owner: item, at },
    ...methods.map((method) => ({ owner: get(item, method), at: childPointer(at, method) })),
  ];
  const edits = pairs.flatMap(({ name, value }): Edit[] => {
    const variable = /^\{([^{}]+)\}$/.exec(value)?.[1];
    const declared = owners.flatMap(({ owner, at: ownerAt }) =>
      asArray(get(owner, "parameters")).flatMap((parameter, index) => {
        const found = get(parameter, "name");
        const isIt =
          (get(parameter, "in") === "query" && found === name) ||
          (get(parameter, "in") === "path" && found === variable);
        return isIt ? [{ parameter, pointer: childPointer(childPointer(ownerAt, "parameters"), index) }] : [];
      }),
    );
    if (declared.length > 0) {
      return declared.flatMap(({ parameter, pointer }): Edit[] =>
        get(parameter, "in") === "query"
          ? variable === undefined
            ? [
                { op: "set", pointer, key: "required", value: true },
                { op: "set", pointer, key: "x-svc-constant", value: decode(value) },
              ]
            : []
          : [
              { op: "set", pointer, key: "in", value: "query" },
              { op: "set", pointer, key: "name", value: name },
            ],
      );
    }
    const constant = decode(value);
    const parameter =
      variable === undefined
        ? { schema: { type: "string", enum: [constant] }, "x-svc-constant": constant }
        : { schema: { type: "string" } };
    return isObject(item) ? [addParameter({ name, in: "query", required: true, ...parameter }, item, at)] : [];
  });
  return {
    wrong: "has a query",
    advice: "declare query parameters instead",
    assumed: `the path is read as ${show(to, 200)}, with what the query holds as query parameters`,
    // A list that does not exist yet is made once.
    edits: [...joinLists(edits), renamePath(path, to)],
  };
}

/** Several `set`s of one list of parameters as one. */
function joinLists(edits: readonly Edit[]): Edit[] {
  const lists = edits.filter((edit) => edit.op === "set" && edit.key === "parameters");
  const [first] = lists;
  if (first === undefined || first.op !== "set") return [...edits];
  const value = lists.flatMap((edit) => (edit.op === "set" ? asArray(edit.value) : []));
  return [...edits.filter((edit) => !lists.includes(edit)), { ...first, value }];
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
}
