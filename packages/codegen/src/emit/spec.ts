import { type Code, literal, str, ts } from "../quote/index.ts";

/** The document as a typed constant, and its version. */
export function emitSpecConstant(document: unknown, version: string, banner: Code): Code {
  return ts`
    ${banner}

    /** The OpenAPI document, overlays applied. */
    export const document = ${literal(document)} as const;

    /** Version of the document: its \`info.version\`. */
    export const documentVersion = ${str(version)};
  `;
}
