import type { Model, Pagination } from "@svc/model";
import type { Code, Markdown } from "../quote/index.ts";
import type { SdkName } from "./sdk-name.ts";

/** Where emitted files live and what they import: inside the packages, or in a tree of their own (`--out`). */
export interface Target {
  /** Do-not-edit header for TypeScript files: names the command and the document. */
  readonly banner: Code;
  /** The same for Markdown. */
  readonly markdownBanner?: Markdown;
  /** Name of the SDK, a part of what is emitted: `createAcmeClient`. */
  readonly sdk: SdkName;
  /** Pagination by operation id, where a configuration says it. */
  readonly pagination?: ReadonlyMap<string, Pagination | false>;
  /** Module specifier of the types, from a file of the client or testing output. */
  readonly types: string;
  /** Module specifier of the types of what travels, where it is another: a client may decode dates and integers. */
  readonly wireTypes?: string;
  /** Values that the client decodes and encodes; undefined: none. */
  readonly decoding?: Decoding;
  /** Module specifier of the client's hand-written runtime. */
  readonly clientRuntime: string;
  /** Module specifier of the hand-written part of downloads. */
  readonly downloadRuntime: string;
  /** Module specifier of the hand-written part of uploads. */
  readonly uploadRuntime: string;
  /** Module specifier of the hand-written part of webhooks. */
  readonly webhookRuntime: string;
  /** Whether lists can be iterated: where the entry passes the client through `withPages`. */
  readonly paginates: boolean;
  /** Module specifier of the fake's hand-written runtime. */
  readonly testingRuntime: string;
  /** Module specifier of the arbitraries' hand-written runtime. */
  readonly arbitraryRuntime: string;
  /** Module specifier of the type `Model`. */
  readonly modelTypes: string;
}

/** Values that a client decodes and encodes. */
export interface Decoding {
  /** The model with marks at them. */
  readonly model: Model;
  /** Set where integers are written that a number cannot hold. */
  readonly isExact: boolean;
}

/** Part of a configuration about the client's entry. */
export interface EntryOptions {
  /** Base addresses by name, in place of the servers of the document. */
  readonly environments?: { readonly [environment: string]: string };
  /** Defaults of the option `retry`. */
  readonly retry?: object;
  /** `object`: named enums are values, too. */
  readonly enums?: string;
  /** Whether the client checks answers by the schemas of `zod/`. */
  readonly validate?: boolean;
}
