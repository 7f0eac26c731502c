import type { Operation } from "@svc/model";
import type { SdkName } from "../../emit/sdk-name.ts";

/** Facts that the files around the packages are written from. */
export interface ScaffoldFacts {
  readonly sdk: SdkName;
  /** Scope of the packages, with its `@`. */
  readonly scope: string;
  /** Title of the API, as the document has it. */
  readonly title: string;
  /** Version of the generator and of the runtimes. */
  readonly version: string;
  /** The operation that the example calls; undefined where the document has none. */
  readonly operation: Operation | undefined;
}
