/** Why a request is refused, before it has the form of a document. */
export interface Refusal {
  readonly status: number;
  /** Name of the status: `Not Found`. */
  readonly title: string;
  /** A sentence for people. */
  readonly detail: string;
  /** What is wrong in the request, one by one. Empty where it is refused as a whole. */
  readonly issues: readonly RefusedPart[];
}

/** A part of a request that is refused. */
export interface RefusedPart {
  /** Where: `body`, `items`, `0`, `price`. */
  readonly loc: readonly (string | number)[];
  /** `Field required`. */
  readonly rule: string;
  readonly isMissing: boolean;
}

/** Name of a part as a caller wrote it: `items[0].price`. */
export function nameOfPart({ loc }: RefusedPart): string {
  const [, ...path] = loc;
  return path.reduce<string>((name, key) => {
    if (typeof key === "number") return `${name}[${key}]`;
    return name === "" ? key : `${name}.${key}`;
  }, "");
}

/** JSON pointer of a part of the body: `/items/0/price`. */
export function pointerOfPart({ loc }: RefusedPart): string {
  const [, ...path] = loc;
  return path.map((key) => `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/** Parts that a sentence names. */
const NAMED = 3;

/** `title: Field required; labels[0]: Input should be a valid string`. */
export function sentenceOf(issues: readonly RefusedPart[]): string {
  const named = issues.slice(0, NAMED).map((issue) => {
    const name = nameOfPart(issue);
    return name === "" ? `${String(issue.loc[0] ?? "request")}: ${issue.rule}` : `${name}: ${issue.rule}`;
  });
  const rest = issues.length - named.length;
  return `${named.join("; ")}${rest > 0 ? `; and ${rest} more` : ""}`;
}
