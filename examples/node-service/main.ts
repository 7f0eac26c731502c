import { createApp } from "./app.ts";
import { createTenants, type TenantKeys } from "./tenants.ts";

// SVC_BASE_URL=https://... TENANT_KEYS='{"acme":"key-1"}' PORT=3000 npm start
const { SVC_BASE_URL = "", TENANT_KEYS = "{}", PORT = "3000" } = process.env;
const app = createApp(createTenants(JSON.parse(TENANT_KEYS) as TenantKeys, SVC_BASE_URL));
console.log(await app.listen({ port: Number(PORT) }));
process.once("SIGTERM", () => void app.close());
