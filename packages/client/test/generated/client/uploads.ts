// Generated from engines/model/fixtures/service.yaml by `pnpm generate`. Do not edit.
export type { UploadedItem, UploadedPart, UploadToOptions } from "@svc/client/uploads/runtime";

