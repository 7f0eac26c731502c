import type { Model, Pagination } from "@svc/model";
import type { Code, Markdown } from "../quote/index.ts";
import type { SdkName } from "./sdk-name.ts";

/** Facts of an output that its emitters need besides the model. */
export interface Target {
  /** Do-not-edit header for TypeScript files: names the command and the document. */
  readonly banner: Code;
  /** The same for Markdown. */
  readonly markdownBanner: Markdown;
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
  /** Module specifiers of what is written by hand. */
  readonly runtimes: Runtimes;
}

/** Module specifiers of the hand-written parts, each as the files import it that belong to it. */
export interface Runtimes {
  readonly client: string;
  /** Folder of the client's sources, where its parts are imported one by one. @default they are those of `client` */
  readonly clientSources?: string;
  readonly downloads: string;
  readonly uploads: string;
  readonly webhooks: string;
  readonly testing: string;
  readonly arbitrary: string;
  /** Of the type `Model`. */
  readonly model: string;
  readonly tools: string;
  /** Modules that tools call: the client's entry, the types of its methods, and its downloads. */
  readonly toolClient: string;
  readonly toolOperations: string;
  readonly toolDownloads: string;
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

/** Whether a module that has something of the document is emitted. The entries of a package by hand have all, whatever it is. */
export function hasModule(found: readonly unknown[], { runtimes }: Pick<Target, "runtimes">): boolean {
  return found.length > 0 || runtimes.clientSources !== undefined;
}
