/** A fact of the part of a list that is shown. */
export type PageFact =
  /** Numbers: of all items, of those shown, of pages; of this page, its size, its first item from 0. */
  | ("total" | "count" | "pages" | "page" | "size" | "start")
  /** Whether something is behind it, nothing is, something is before it. */
  | ("more" | "done" | "has-former")
  /** Value that asks for the next part: a cursor, a number, an address; numbers and addresses of others. */
  | ("cursor" | "next-page" | "next" | "former-page" | "former" | "first" | "last" | "self")
  /** Objects about the next part and the former, which are not there where these are not. */
  | ("no-next" | "no-former")
  /** That it is a list, what it is called, and the ids at its ends. */
  | ("kind" | "noun" | "first-id" | "last-id");
