/** A member of a list, or with a key of a dictionary. Values are texts: of strings their content, of others what was sent. */
export interface FieldMember {
  readonly key: string | undefined;
  readonly value: string;
  readonly params: { readonly [key: string]: string };
}

const KEY = "[a-z*][a-z0-9_.*-]*";
const BARE =
  '"(?:[ !#-[\\]-~]|\\\\["\\\\])*"|:[a-zA-Z0-9+/]*={0,2}:|\\?[01]|-?(?:\\d{1,12}\\.\\d{1,3}|\\d{1,15})|[a-zA-Z*][\\w!#$%&\'*+.^`|~:/-]*';
const MEMBER = `(?:(${KEY})=)?(${BARE})((?:; *${KEY}(?:=(?:${BARE}))?)*)`;
const FIELD: RegExp = /* @__PURE__ */ new RegExp(`^(?:${MEMBER}(?:[ \t]*,[ \t]*${MEMBER})*)? *$`);

/**
 * Members of a structured field: a list or dictionary of items without inner lists. None where a part is invalid: such a
 * field is to be ignored as a whole. A key without a value is a token, and true.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9651
 */
export function readMembers(text: string): FieldMember[] {
  // Blanks before it are taken away first: with blanks at both ends the expression would try each share of them.
  if (!FIELD.test(text.replace(/^ +/, ""))) return [];
  return Array.from(text.matchAll(new RegExp(MEMBER, "g")), ([, key, value = "", rest = ""]) => ({
    key,
    value: plain(value),
    params: Object.fromEntries(
      Array.from(rest.matchAll(new RegExp(`(${KEY})(?:=(${BARE}))?`, "g")), ([, name, given = "?1"]) => [
        name,
        plain(given),
      ]),
    ),
  }));
}

function plain(value: string): string {
  return value.startsWith('"') ? value.slice(1, -1).replace(/\\(.)/g, "$1") : value;
}
