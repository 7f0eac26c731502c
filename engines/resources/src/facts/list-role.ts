import type { Pagination } from "@svc/model/data";
import type { Place } from "./fields.ts";
import type { PageFact } from "./page-fact.ts";

export interface ListRole {
  readonly does: "list";
  /** Where in the body the items are. */
  readonly at: Place;
  /** Where in a value of the list the item is: `["node"]`. Absent: it is the value. */
  readonly inner?: Place;
  readonly pagination?: Pagination;
  /** Likewise, where the request sends its parameter, and not that of {@link pagination}. */
  readonly alsoPaged?: Pagination;
  /** Query parameter that limits a list, also where nothing moves on. */
  readonly limit?: string;
  readonly filters: { readonly [parameter: string]: Filter };
  /** Parameters that ask by words anywhere in the items, or by comparisons of their fields. */
  readonly asked?: { readonly [parameter: string]: "words" | "terms" };
  /** Whether the body says what is looked for, and how much of it: a search by POST. */
  readonly isSearch?: true;
  /** Meaning of the fields around the list for the page that is shown, by their JSON pointers in the body. */
  readonly shows?: { readonly [pointer: string]: PageFact };
  /** Whether addresses of other pages are shown without a host. */
  readonly showsPaths?: true;
}

/** Filter of a list by a parameter of the query or the path. */
export type Filter =
  /**
   * Items whose field has the value, or one of the values. `value`: that one, whatever the request says. `listed`: the values that
   * a parameter with a default lists; where a request leaves it to the default, only items with another of these are left out.
   */
  | {
      readonly kind: "equals";
      readonly field: string;
      /** Field that has the value, of an object or of each in a list. */
      readonly as?: string;
      /** Whether capital letters are taken for small ones. */
      readonly anyCase?: true;
      readonly value?: unknown;
      readonly listed?: readonly unknown[];
    }
  /** Items whose number or time is not below the value, or not above it. `strict`: nor the value itself. */
  | { readonly kind: "from"; readonly field: string; readonly strict?: true }
  | { readonly kind: "to"; readonly field: string; readonly strict?: true }
  /** Items whose field has the text in it. `starts`: at its beginning. */
  | { readonly kind: "contains"; readonly field: string; readonly starts?: true }
  /** Where the parameter is true: items whose field or extra is true. */
  | { readonly kind: "when"; readonly field: string }
  /** Items whose time is no longer ago than the duration. */
  | { readonly kind: "within"; readonly field: string };

/** Parameters by which callers sort a list. */
export const SORT: RegExp = /^(?:sorts?|sort_?by|order_?by|order|ordering|sort_?(?:field|column|key))$/i;
