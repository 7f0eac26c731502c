/**
 * Validation of answers by Standard Schemas: Zod, Valibot, ArkType and others.
 *
 * @packageDocumentation
 */
export {
  type AnswerSchema,
  type AnswerSchemas,
  type ResponseIssue,
  ResponseValidationError,
  type ResponseValidationFacts,
  type SchemaResult,
  withValidation,
} from "./validation/with-validation.ts";
