import type { Model } from "@svc/model";
import type { Difference } from "../change.ts";
import { AS_IS, collectChanges, createScope, type PlaceFinder } from "../collect.ts";
import { createSide } from "../schema/side.ts";
import { createComparison } from "./comparison.ts";
import { compareInfo } from "./info.ts";
import { compareNames } from "./names.ts";
import { compareOperations } from "./operations.ts";
import { compareSchemas } from "./schemas.ts";
import { compareSecuritySchemes } from "./security.ts";
import { compareServers } from "./servers.ts";

/**
 * The semantic difference of two models. Order, references and `allOf` make no difference of their own.
 *
 * @param find turns pointers of the models into those of the documents.
 */
export function compareModels(old: Model, now: Model, find: PlaceFinder = AS_IS): Difference {
  const comparison = createComparison(createSide(old), createSide(now), { compareSchemas });
  const document = createScope();
  comparison.roots.push(document);
  compareInfo(old, now, document);
  compareServers(old.servers, now.servers, document);
  compareSecuritySchemes(old.securitySchemes, now.securitySchemes, document);
  compareOperations(comparison);
  comparison.settle();
  compareNames(comparison, document);
  comparison.settle();
  return collectChanges(comparison.roots, find);
}
