import type { Operation, ResourceDeclaration, Schema } from "@svc/model";
import type { PathShape } from "./path-shape.ts";
import type { Resource } from "./resource.ts";

/** Operations that may have to do with one resource. */
export interface Group {
  readonly kind: Resource["kind"];
  /** Shape of the collection's path, or of the singleton's. */
  readonly shape: PathShape;
  /** Parameter of an item's path. */
  readonly parameter: string | undefined;
  /** On the path of the collection, or of the singleton. */
  readonly outer: readonly Operation[];
  /** On the path of an item. */
  readonly inner: readonly Operation[];
  /** On paths right below an item that are no resources of their own. */
  readonly actions: readonly Operation[];
  /** The declaration of its path. */
  readonly declared: ResourceDeclaration | undefined;
  /** Schema of an item that it declares, by name or by the place of the list. */
  readonly declaredSchema: Schema | undefined;
}
