import type { Json } from "../schema.ts";

/**
 * `x-svc-resource` of a path item: how the fake behaves where the paths, methods and schemas of the document do not show
 * it. Says nothing of the service itself.
 */
export interface ResourceDeclaration {
  /** Kind of the resource at the path, in place of the inferred one. `none`: nothing is stored. */
  readonly kind?: "collection" | "singleton" | "none";
  /** Named schema of an item. */
  readonly schema?: string;
  /** Field that has an item's id. */
  readonly id?: string;
  /** Path of the collection in whose items it lies; null: in none. */
  readonly parent?: string | null;
  /** JSON pointer to the list in the body that lists it. */
  readonly items?: string;
  /** JSON pointer to the number of all items in that body. */
  readonly total?: string;
  /** Field that says in which state an item is. */
  readonly state?: string;
  /** States that items go over to by themselves, on the clock of the fake. New items begin in the first `from`. */
  readonly transitions?: readonly TransitionDeclaration[];
  /** Webhooks that the fake sends by itself when something happens to an item. */
  readonly webhooks?: readonly TriggerDeclaration[];
  /** Of a path below an item: fields of the item that the path's POST, PUT or PATCH sets. */
  readonly sets?: { readonly [field: string]: Json };
  readonly order?: OrderDeclaration;
  /** By query parameter: which items it keeps. */
  readonly filters?: { readonly [parameter: string]: FilterDeclaration };
  /** Further properties of items that only test code sets, by name. */
  readonly extra?: { readonly [name: string]: ExtraDeclaration };
  readonly files?: readonly FileDeclaration[];
  readonly uploads?: readonly UploadDeclaration[];
  /** Of a path whose GET answers a file: ids of the operations that store it, in place of the inferred ones. */
  readonly storedBy?: readonly string[];
  /** Fields of which no two items have the same value. */
  readonly unique?: readonly string[];
  /** Values of fields that nobody has given. */
  readonly defaults?: { readonly [field: string]: Json };
}

/** How a list is ordered: by a time or a number. */
export interface OrderDeclaration {
  readonly by: string;
  /** @default "newest-first" */
  readonly direction?: OrderDirection;
  /** Name of an option of the fake that chooses another direction. */
  readonly option?: string;
}

/** `{ from: pending, to: active, afterSeconds: 20 }` */
export interface TransitionDeclaration {
  readonly from: Json;
  readonly to: Json;
  /** Seconds that an item stays in the state `from`. */
  readonly afterSeconds: number;
}

/** `{ event: "order.paid", state: "paid", item: "/data" }`: exactly one of `on` and `state`. */
export interface TriggerDeclaration {
  /** Name of the webhook; `operation.callback` of a callback. */
  readonly event: string;
  /** Change of an item by a request, a test or the clock. An item that tests put in was there before, and is not `created`. */
  readonly on?: "created" | "changed" | "removed";
  /** State that an item has come into. */
  readonly state?: Json;
  /** JSON pointer to the place of the item in the payload. @default none: the payload is the item */
  readonly item?: string;
}

export type OrderDirection = "newest-first" | "oldest-first" | "as-added";

/** Which items a query parameter keeps: exactly one of the three. */
export interface FilterDeclaration {
  /** Those whose field has the value. */
  readonly equals?: string;
  /** Where the parameter is true: those whose field, or extra, is true. */
  readonly when?: string;
  /** Those whose time is no longer ago than the duration. */
  readonly within?: string;
}

export interface ExtraDeclaration {
  /** `content`: a text or bytes. */
  readonly type: "boolean" | "string" | "number" | "content";
  readonly default?: boolean | number | string;
  readonly description?: string;
}

/** An address in an item that leads to a file of the fake and expires. */
export interface FileDeclaration {
  /** Field of the address. */
  readonly url: string;
  /** Extra that has the content. */
  readonly content: string;
  readonly mediaType: string;
  /** Name of the file; `{index}` stands for its place in the list. */
  readonly name: string;
  /** Field that has the name, instead. */
  readonly nameField?: string;
  /** Field of the size in bytes. */
  readonly size?: string;
  /** Field of the seconds for which the address is good. */
  readonly seconds?: string;
  /** Field of the time until which the address is good. */
  readonly until?: string;
  /** Seconds for which the address is good, where no field says. @default 3600 */
  readonly lifetime?: number;
  /** Content where none was put in; `{index}` stands for its place in the list. Absent: no address then. */
  readonly otherwise?: string;
  /** The address is left out where the document has a boolean query parameter and a request says false. */
  readonly asked?: boolean;
  /** Name of the client's function that downloads it. */
  readonly download?: string;
}

/**
 * An address in an item to which its file is sent, without a credential of the service: `{ url: upload_url, content: video,
 * upload: uploadVideo }`. The fake answers addresses of its own; the client has a function that makes the item and sends the
 * file.
 */
export interface UploadDeclaration {
  /** Field of the address; with `parts`, the field of each part that has it. */
  readonly url: string;
  /** Field of a list of parts, objects with addresses. The file is sent in as many parts. */
  readonly parts?: string;
  /** Field of the length of each part but the last, in bytes. */
  readonly partBytes?: string;
  /** Length of the parts of the fake, in bytes. @default 5242880 */
  readonly partLength?: number;
  /** Field of the headers that the address asks for, an object; with `parts`, of each part. */
  readonly headers?: string;
  /** Field of the time until which the address is good. */
  readonly until?: string;
  /** Field of the seconds for which the address is good. */
  readonly seconds?: string;
  /** Seconds for which the address is good, where no field says. @default 3600 */
  readonly lifetime?: number;
  /** Extra that gets the content: where `files` name it, their addresses lead to it. */
  readonly content?: string;
  /** Field that says how many bytes the file has: one of another length is refused. */
  readonly size?: string;
  /** Field that says which media type the file has: one of another type is refused. */
  readonly type?: string;
  /** Most bytes of a file. */
  readonly maxBytes?: number;
  /** Media types, or ranges of them, that are taken: `["video/*"]`. */
  readonly mediaTypes?: readonly string[];
  /** Header with the SHA-256 of what is sent, in Base64. */
  readonly checksum?: string;
  /** Fields that the item has when the file is there. */
  readonly sets?: { readonly [field: string]: Json };
  /** Operation that is told when all was sent. */
  readonly finish?: FinishDeclaration;
  /** Name of the client's function that makes the item and sends its file. */
  readonly upload?: string;
}

/** `{ operation: uploads_complete, parts: parts, number: part_number, etag: etag }` */
export interface FinishDeclaration {
  readonly operation: string;
  /** Field of its body that lists the parts. @default it has no body */
  readonly parts?: string;
  /** Field of a part that has its number, from 1. @default "number" */
  readonly number?: string;
  /** Field of a part that has the `ETag` of its answer. @default "etag" */
  readonly etag?: string;
}
