import { createSvcClient, NotFoundError } from "@svc/client";

// Calls the fake that the address names, and tells the server of this page how it went.
const baseUrl = new URL(location.href).searchParams.get("fake");
const report = (result) => fetch("/result", { method: "POST", body: JSON.stringify(result) });

try {
  const svc = createSvcClient({ baseUrl, auth: "any-key" });
  const emails = await svc.personas.emails.list("p1", { limit: 5 });
  const missing = await svc.sessions.cookies.get("none").catch((error) => error instanceof NotFoundError);
  await report({ subjects: emails.map((email) => email.subject), missing, limit: svc.rateLimit.limit });
} catch (error) {
  await report({ error: String(error) });
}
