import { placeByScheme } from "../auth/schemes.ts";
import { type BodyParts, encodeBody } from "../params/form-bodies.ts";
import type { Placed } from "../params/place-params.ts";
import { placeStyled, stylePath } from "../params/styles.ts";
import type { ParamRow, SchemeRow } from "./table.ts";

/** What only some documents need. A client whose document does not need a part need not carry it. */
export interface Extras {
  /** For bodies that are not JSON. */
  readonly bodies?: (type: string, body: unknown, headers: { [name: string]: unknown }) => BodyParts;
  /** For rows of parameters with `style`, `explode`, `json` or in a cookie. */
  readonly styles?: (into: Placed, name: string, value: unknown, row: ParamRow) => void;
  /** For rows of operations with `pathStyles`. */
  readonly pathStyles?: (name: string, value: unknown, row: ParamRow) => string;
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
