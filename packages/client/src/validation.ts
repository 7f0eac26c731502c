/**
 * Validation of answers by Standard Schemas: Zod, Valibot, ArkType and others.
 *
 * @packageDocumentation
 */
export {
  type ResponseIssue,
  ResponseValidationError,
  type ResponseValidationFacts,
} from "./validation/response-validation-error.ts";
export {
  type AnswerSchema,
  type AnswerSchemas,
  type SchemaResult,
  withValidation,
} from "./validation/with-validation.ts";
