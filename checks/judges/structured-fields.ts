import { type FieldMember, readMembers } from "../../packages/client/src/pacing/rate-limit-headers.ts";
import { type Case as Asked, type Judge, readJson } from "./judge.ts";

type Typed = { readonly __type: string; readonly value: string };
type Bare = number | string | boolean | Typed;
type Item = readonly [value: Bare, params: readonly (readonly [key: string, value: Bare])[]];

interface Case {
  readonly name: string;
  readonly raw: readonly string[];
  readonly header_type: "item" | "list" | "dictionary";
  readonly expected?: unknown;
  readonly must_fail?: boolean;
  readonly can_fail?: boolean;
}

const ASIDE = /^(?:listlist|param-listlist|date|display-string)/;

function judgeCase(file: string, one: Case): Asked[] {
  const text = one.raw.join(", ");
  const members = readMembers(text);
  // In items and lists, a pair of key and value is no member.
  const isFitting = one.header_type === "dictionary" || members.every(({ key }) => key === undefined);
  const found = isFitting && (one.header_type !== "item" || members.length === 1) ? members : [];
  const expected = expectedMembers(one);
  if (expected === undefined) return [];
  const isFailure = found.length === 0;
  const due = one.must_fail || (one.can_fail && isFailure) ? [] : expected;
  return [{ name: `${file}: ${one.name}`, input: text, got: inOrder(found, one), due }];
}

/** The last of several members of a dictionary counts. */
function inOrder(members: readonly FieldMember[], { header_type }: Case): unknown[] {
  const read = members.map(({ key, value, params }) =>
    header_type === "dictionary" && key === undefined
      ? { key: value, value: "?1", params: readParams(params) }
      : { key: key ?? "", value: meaning(value), params: readParams(params) },
  );
  return header_type === "dictionary" ? [...new Map(read.map((member) => [member.key, member])).values()] : read;
}

function readParams(params: FieldMember["params"]): (readonly [string, string])[] {
  return Object.entries(params).map(([name, value]) => [name, meaning(value)] as const);
}

/** Numbers and bytes can be spelled in several ways; their users read the texts. */
function meaning(text: string): string {
  if (/^-?\d+(?:\.\d+)?$/.test(text)) return String(Number(text));
  const [, bytes] = /^:(.*):$/.exec(text) ?? [];
  return bytes === undefined ? text : `:${Buffer.from(bytes, "base64").toString("base64")}:`;
}

/** Undefined where there is an inner list, a date or a text beyond ASCII. */
function expectedMembers({ header_type, expected = [] }: Case): object[] | undefined {
  const items =
    header_type === "dictionary"
      ? (expected as (readonly [string, Item])[])
      : (header_type === "item" ? [expected] : (expected as unknown[])).map((item) => ["", item as Item] as const);
  if (items.some(([, [value]]) => Array.isArray(value))) return undefined;
  return items.map(([key, [value, params = []]]) => ({
    key,
    value: textOf(value),
    params: params.map(([name, given]) => [name, textOf(given)]),
  }));
}

function textOf(value: Bare): string {
  if (typeof value === "boolean") return value ? "?1" : "?0";
  if (typeof value !== "object") return String(value);
  return value.__type === "binary" ? `:${fromBase32(value.value).toString("base64")}:` : value.value;
}

/** The suite writes bytes in base32. */
function fromBase32(text: string): Buffer {
  const bits = [...text.replace(/=+$/, "")]
    .map((one) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(one).toString(2).padStart(5, "0"))
    .join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

export const structuredFields: Judge = {
  suite: "structured-field-tests",
  version: "RFC 9651",
  judged: "reader of `RateLimit` and `RateLimit-Policy`",
  aside: ["inner lists, dates and display strings: no field that is read has them"],
  wanted: [],
  judge: () =>
    readJson<Case[]>("structured-fields", /^[^/]+$/)
      .filter(([path]) => !ASIDE.test(path))
      .flatMap(([path, cases]) => cases.flatMap((one) => judgeCase(path.replace(".json", ""), one))),
};
