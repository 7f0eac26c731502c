import type * as whole from "openapi-typescript";
// @ts-expect-error the module has no declarations; the index has them, and loads a linter besides, which takes a tenth of a second
import * as printer from "openapi-typescript/dist/lib/ts.js";
// @ts-expect-error the same
import transformer from "openapi-typescript/dist/transform/index.js";
// @ts-expect-error the same
import schemaTransformer from "openapi-typescript/dist/transform/schema-object.js";

/** The declarations of a document. */
export const transformSchema: typeof whole.transformSchema = transformer;

/** The type of a schema. */
export const transformSchemaObject: typeof whole.transformSchemaObject = schemaTransformer;

/** The text of declarations. */
export const astToString: typeof whole.astToString = printer.astToString;
