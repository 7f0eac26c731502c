import type { Model } from "@svc/model";
import { type Code, ts } from "../quote/index.ts";
import { toRows, toSchemes } from "./client-table.ts";
import { finishing } from "./finishers.ts";
import type { Target } from "./target.ts";

/** Part of the runtime's `Extras`: what it is called there, its function and module, and whether a table needs it. */
interface Part {
  readonly code: Code;
  readonly from: Code;
  readonly isNeeded: (data: TableData) => boolean;
}

interface TableData {
  /** Whether a parameter of a query may be a list or an object, or there is a body. */
  readonly isStructured: boolean;
  /** Lower-case names of the headers of all answers that report rate limits. */
  readonly limitHeaders: readonly string[];
  readonly rows: readonly Row[];
  readonly schemes: readonly { readonly kind?: unknown }[];
}

/** What decides of a row of the table. */
interface Row {
  readonly params?: { readonly [key: string]: { readonly [key: string]: unknown } };
  readonly pathStyles?: object;
  readonly body?: object;
}

const PARTS: readonly Part[] = [
  {
    code: ts`schemes: placeByScheme,`,
    from: ts`import { placeByScheme } from "../auth/schemes.ts";`,
    isNeeded: ({ schemes }) => schemes.some(({ kind }) => kind !== "bearer"),
  },
  {
    code: ts`bodies: encodeBody,`,
    from: ts`import { encodeBody } from "../params/form-bodies.ts";`,
    isNeeded: ({ rows }) => rows.some(({ body }) => body !== undefined),
  },
  {
    code: ts`styles: placeStyled,`,
    from: ts`import { placeStyled } from "../params/styles.ts";`,
    isNeeded: ({ rows }) => rows.some(({ params = {} }) => Object.values(params).some(isStyled)),
  },
  {
    code: ts`pathStyles: stylePath,`,
    from: ts`import { stylePath } from "../params/styles.ts";`,
    isNeeded: ({ rows }) => rows.some(({ pathStyles }) => pathStyles !== undefined),
  },
  {
    code: ts`limits: limitsByOperation,`,
    from: ts`import { limitsByOperation } from "../pacing/limits-by-operation.ts";`,
    // A document that says nothing of its limits may have any.
    isNeeded: ({ limitHeaders }) => limitHeaders.join() !== USUAL_HEADERS.join(),
  },
  {
    code: ts`raw: rawSerializers,`,
    from: ts`import { rawSerializers } from "../runtime/raw-serializers.ts";`,
    isNeeded: ({ isStructured, rows }) => isStructured || rows.some(({ pathStyles }) => pathStyles !== undefined),
  },
];

/** The headers of one limit, which the runtime reads without a part. */
const USUAL_HEADERS = ["x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset"];

/** The optional parts of the runtime that the document's table needs: a client carries no others. */
export function emitClientExtras(model: Model, target: Target): Code {
  const data = {
    rows: toRows(model) as readonly Row[],
    schemes: Object.values(toSchemes(model)) as { kind?: string }[],
    limitHeaders: toLimitHeaders(model),
    isStructured: model.operations.some(
      ({ body, parameters }) =>
        body !== undefined || parameters.some((parameter) => parameter.in === "query" && !isScalar(parameter.schema)),
    ),
  };
  const parts = PARTS.filter(({ isNeeded }) => isNeeded(data));
  const { imports, apply } = finishing(model, target);
  return ts`
    ${target.banner}
    ${parts.map(({ from }) => from)}
    ${imports}
    import type { Extras } from "../extras.ts";
    import type { ClientTable } from "../table.ts";

    /** The optional parts of the runtime that the document needs. */
    export const extras: Extras = {
      ${parts.map(({ code }) => code)}
    };

    /** Adds to the client's methods what operations of the document need. */
    export function finish<Client extends object>(client: Client, ${imports.length > 0 ? ts`table` : ts`_table`}: ClientTable): Client {
      return ${apply(ts`client`, ts`table`)};
    }
  `;
}

/** Whether the values of a schema are texts, numbers and booleans for certain. */
function isScalar(schema: unknown): boolean {
  const text = JSON.stringify(schema) ?? "";
  return /"type"/.test(text) && !/"(array|object|\$ref)"/.test(text);
}

function toLimitHeaders({ operations }: Model): readonly string[] {
  const names = operations
    .flatMap(({ responses }) => responses)
    .flatMap(({ headers }) => headers.map(({ name }) => name.toLowerCase()));
  return [...new Set(names.filter((name) => /rate-?limit|api-call-limit|retry-after-ms/.test(name)))].sort();
}

/** The runtime leaves these to the part; it places plain query parameters and headers by itself. */
function isStyled(row: { readonly [key: string]: unknown }): boolean {
  return ["style", "explode", "json"].some((key) => key in row) || row["in"] === "cookie";
}
