import type { SvcClient } from "@svc/client" with { "resolution-mode": "import" };

// CommonJS that loads the modules with import(), as before require() could: compiled, never run.

export async function connect(): Promise<SvcClient> {
  const { createSvcClient } = await import("@svc/client");
  return createSvcClient({ baseUrl: "https://svc.example.test", auth: "key" });
}
