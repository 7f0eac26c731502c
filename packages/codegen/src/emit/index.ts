export { toRows, toSchemes, toTableSecurity } from "./client/client-table.ts";
export { resultType } from "./operation-types.ts";
export { DEFAULT_NAME } from "./sdk-name.ts";
export { toolTable } from "./tools/tools.ts";
