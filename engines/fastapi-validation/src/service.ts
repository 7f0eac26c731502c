import type { Schemas } from "@svc/model/data";
import type { Dialect } from "@svc/schema";

/** Facts of the service that requests are for. */
export interface Service {
  readonly schemas: Schemas;
  readonly dialect: Dialect;
}
