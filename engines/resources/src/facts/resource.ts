import type { Schema, TriggerDeclaration, UploadDeclaration } from "@svc/model/data";
import type { Place } from "./fields.ts";
import type { ListRole } from "./list-role.ts";

/** Something that operations of a document create, read and change: a collection of items, or a value that is there once. */
export interface Resource {
  /** Names of its handle, outermost first: `["sessions", "network", "logs"]` for `fake.sessions("s1").network.logs`. */
  readonly name: readonly string[];
  /** A collection has items, each with an id of its own; a singleton is one value for each value of its path's parameters. */
  readonly kind: "collection" | "singleton";
  /** Path template without the parameter of an item: `/things`, `/sessions/{session_id}/replay`. */
  readonly path: string;
  /** {@link path} without parameter names: what tells resources apart. */
  readonly key: string;
  /** Key of the collection in whose items it lies; undefined: it lies in none that the document reads or changes. */
  readonly parent?: string;
  /** Schema of an item, or of the singleton, as responses show it. */
  readonly schema: Schema;
  /** Field that has an item's id. Absent: items are told apart by the order in which they came. */
  readonly id?: string;
  /** Other fields by which requests find it. */
  readonly alsoBy: readonly Place[];
  /** Whether ids are texts of digits, because paths take them as numbers. */
  readonly digits?: true;
  /** Names under which other answers show the id: `booking_id`, or as the path calls it. */
  readonly idNames: readonly string[];
  /** Roles by operation id. */
  readonly roles: { readonly [operationId: string]: Role };
  /** Fields that hold the time at which an item was made. */
  readonly created: readonly string[];
  /** Fields that hold the time of the last change. */
  readonly updated: readonly string[];
  /** Fields that count changes, or name the state between two of them. */
  readonly versions: readonly string[];
  /** Values with which new items begin where nobody gives others. */
  readonly beginning: { readonly [field: string]: unknown };
  /** Fields that new items do not have, where nobody gives them. */
  readonly without: readonly string[];
  /** Field that says in which state an item is, where actions change it. */
  readonly state?: string;
  /** States that an item goes over to by itself. */
  readonly transitions: readonly Transition[];
  /** Webhooks that are sent when something happens to an item. */
  readonly triggers: readonly TriggerDeclaration[];
  /** Order of lists by a field; absent: as items were added. */
  readonly order?: Order;
  /** Further properties of items that only test code sets; responses never show them. */
  readonly extra: { readonly [name: string]: Extra };
  /** Addresses in an item that lead to files of the fake and expire. */
  readonly files: readonly FileDeclaration[];
  /** Addresses in an item to which its file is sent. */
  readonly uploads: readonly UploadDeclaration[];
  /** Fields of which no two items may have the same value, beside the id. */
  readonly unique: readonly string[];
  /** Values of fields that nobody has given, where they shall not be made up. */
  readonly defaults: { readonly [name: string]: unknown };
  /** Keys of collections below other items, whose items this one reads and changes by their ids, too. */
  readonly sources: readonly string[];
  /** List, in the item that it lies in, that names its items. Absent: they need not be named. */
  readonly listedIn?: string;
  /** Fields that show what lies in collections right below an item. */
  readonly holds?: { readonly [field: string]: Held };
  /** Fields that requests give and items do not show, for a singleton below that does. */
  readonly keeps?: readonly string[];
  /** Of a singleton: what the item above keeps, by the field that shows it. */
  readonly says?: { readonly [field: string]: string };
  /** Why all of this was inferred, or where it was declared, a sentence each. */
  readonly reasons: readonly string[];
}

/** A field that shows a collection right below the item: its items, their ids, or their number. */
export interface Held {
  readonly path: string;
  readonly as: "items" | "ids" | "count";
}

/** A state that an item goes over to by itself, some time after it came into another. */
export interface Transition {
  readonly from: unknown;
  readonly to: unknown;
  readonly afterMs: number;
}

/** How a list is ordered. */
export interface Order {
  readonly by: string;
  readonly direction: "newest-first" | "oldest-first" | "as-added";
  /** Name of the fake's option that chooses another direction. */
  readonly option?: string;
}

/** A further property of items that only test code sets. */
export interface Extra {
  /** `content` is a text or bytes. */
  readonly type: "boolean" | "string" | "number" | "content";
  readonly default?: boolean | number | string;
  readonly description?: string;
}

/** An address in an item that leads to a file of the fake. */
export interface FileDeclaration {
  /** Field of the address. */
  readonly url: string;
  /** Field that has the file's name, and the name where there is no such field or nothing in it. `{index}`: place in the list. */
  readonly name: { readonly field?: string; readonly text: string };
  /** Extra that has the content. */
  readonly content: string;
  readonly mediaType: string;
  /** Field of the size in bytes. */
  readonly size?: string;
  /** Field of the number of seconds for which the address is good. */
  readonly seconds?: string;
  /** Field of the time until which the address is good. */
  readonly until?: string;
  /** Seconds for which the address is good, where no field says. */
  readonly lifetime: number;
  /** Content where none was put in; `{index}`: place in the list. Absent: then there is no address. */
  readonly otherwise?: string;
  /** Name of the client's function that downloads it. */
  readonly download?: string;
  /** Whether only requests see the address that ask for it by a boolean query parameter, where the document has one. */
  readonly isAsked: boolean;
}

/** How a body gives fields of an item. */
export interface Writing {
  /** Where in the body they are. */
  readonly body: Place;
  /** Fields of the item that it may have. */
  readonly writes: readonly string[];
  /** Where in the item something belongs that the body calls otherwise, or says by an id: `workspace` in `workspace.id`. */
  readonly moves?: { readonly [name: string]: Place };
  /** Fields that the body has in another type than the item: numbers and flags as texts, a date as a time. */
  readonly casts?: readonly string[];
}

/** Role of an operation for a resource. */
export type Role =
  | ListRole
  | (Writing & {
      readonly does: "create";
      readonly at: Place;
      /** Whether the response shows nothing of the item. */
      readonly isSilent?: true;
      readonly existing?: Existing;
      /** Path of the collection whose item it puts here, too: the one that the body names. */
      readonly from?: string;
    })
  /** Makes another item with the fields of one, but for what the body says. */
  | (Writing & { readonly does: "copy"; readonly at: Place })
  /** Does something to each of the items that its body lists, or whose ids it lists. */
  | (Writing & {
      readonly does: "batch";
      /** `set`: there are these from then on, and no others. */
      readonly verb: "create" | "read" | "update" | "remove" | "set";
      readonly isSilent?: true;
      /** Where in the answer the items are, of those that there are. */
      readonly at: Place;
      /** Where in what the body lists the fields of an item are. */
      readonly inner: Place;
    })
  /** Tells how many items there are, of those that the filters keep. */
  | { readonly does: "count"; readonly at: Place; readonly filters: ListRole["filters"] }
  | {
      readonly does: "read";
      readonly at: Place;
      /** Query parameter that has the id. Absent: the path has it. */
      readonly key?: string;
    }
  | (Writing & {
      readonly does: "update";
      /** How the body changes it. `merge`: its fields replace those of the item, JSON Merge Patch where it says so. */
      readonly by: "replace" | "merge" | "json-patch";
      readonly at: Place;
      readonly isSilent?: true;
    })
  | {
      readonly does: "remove";
      readonly at: Place;
      readonly key?: string;
      /** Whether the response has an object there in which nothing is left. */
      readonly isEmpty?: true;
      /** Fields as the response has them then: `terminated`. */
      readonly sets?: { readonly [field: string]: unknown };
    }
  /** Gives a singleton other values than it has. */
  | (Writing & { readonly does: "renew"; readonly at: Place; readonly isSilent?: true })
  | (Writing & {
      readonly does: "act";
      /** Fields that the action sets. */
      readonly sets: { readonly [field: string]: unknown };
      /** Fields that have the time of the action from then on. */
      readonly stamps: readonly string[];
      readonly at: Place;
      readonly links?: Links;
      readonly isEmpty?: true;
    });

/** Effect of a creation of which there is an item already, with one of some fields. */
export interface Existing {
  /** `update`: as the body says. `return`: nothing. */
  readonly does: "update" | "return";
  readonly by: readonly string[];
  /** Query parameter that asks for it. Absent: it is always so. */
  readonly when?: string;
}

/** Values that an action puts into a list of an item, or takes out of it. */
export interface Links {
  readonly does: "add" | "remove";
  /** The list. */
  readonly field: string;
  /** Where the body has what is put in: a value or a list of them. */
  readonly from: Place;
  /** Field that has the value, in a list of objects. */
  readonly as?: string;
}
