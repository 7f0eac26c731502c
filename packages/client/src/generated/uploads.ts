// Generated from spec/openapi.yaml by `pnpm generate`. Do not edit.
export type { UploadedItem, UploadedPart, UploadToOptions } from "../uploads/runtime.ts";

