import { createSvcClient, type SvcClient } from "@svc/client";

/** Tenant by tenant, the API key that the service gave them. */
export type TenantKeys = Readonly<Record<string, string>>;

/** The clients of all tenants: one for each, made when it is first needed. */
export interface Tenants {
  /** Undefined for a tenant that nobody knows. */
  clientOf(tenant: string): SvcClient | undefined;
  close(): Promise<void>;
}

/** Each tenant has a client of its own: its credential, and its own place in the rate limit, which counts by credential. */
export function createTenants(keys: TenantKeys, baseUrl: string): Tenants {
  const clients = new Map<string, SvcClient>();
  return {
    clientOf(tenant) {
      const auth = Object.hasOwn(keys, tenant) ? keys[tenant] : undefined;
      if (auth === undefined) return undefined;
      const client = clients.get(tenant) ?? createSvcClient({ baseUrl, auth });
      clients.set(tenant, client);
      return client;
    },
    async close() {
      await Promise.all([...clients.values()].map((client) => client.close()));
    },
  };
}
