// Generated from spec/openapi.yaml by `pnpm generate`. Do not edit.

/** Version of the packages, sent as `x-svc-sdk-version`. */
export const sdkVersion = "0.0.0";

/** Version of the OpenAPI document: its `info.version`. */
export const documentVersion = "1.4.40";
