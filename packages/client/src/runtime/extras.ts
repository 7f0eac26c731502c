import { placeByScheme } from "../auth/schemes.ts";
import { type BodyParts, encodeBody } from "../params/form-bodies.ts";
import type { Placed } from "../params/place-params.ts";
import { placeStyled, stylePath } from "../params/styles.ts";
import type { OperationRow, ParamRow, SchemeRow } from "./table.ts";

/** What only some documents need. A client whose document does not need a part need not carry it. */
export interface Extras {
  /** For operations with a body. */
  readonly bodies?: (type: string, body: unknown, headers: { [name: string]: unknown }) => BodyParts;
  /** For rows of parameters with `style`, `explode`, `json` or in a cookie. Tells whether the row is one, and placed. */
  readonly styles?: (into: Placed, name: string, value: unknown, row: ParamRow) => boolean;
  /** For rows of operations with `pathStyles`; `undefined` where the parameter has none. */
  readonly pathStyles?: (name: string, value: unknown, row: OperationRow) => string | undefined;
  /** For security schemes that are not bearer. */
  readonly schemes?: (request: Request, scheme: SchemeRow, secret: string) => Request;
}

/** Every part. */
export const allExtras: Extras = {
  bodies: encodeBody,
  styles: placeStyled,
  pathStyles: stylePath,
  schemes: placeByScheme,
};
