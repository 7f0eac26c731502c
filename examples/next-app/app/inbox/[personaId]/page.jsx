import { getSvc } from "../../svc.js";

// Rendered for each request, on the server: the key never reaches the browser.
export const dynamic = "force-dynamic";

// biome-ignore lint/style/noDefaultExport: what Next.js renders
export default async function Inbox({ params }) {
  const { personaId } = await params;
  const emails = await getSvc().personas.emails.list(personaId, { limit: 20 });
  return (
    <main>
      <h1>Inbox of {personaId}</h1>
      <ul>
        {emails.map(({ email_id, subject, sender_name }) => (
          <li key={email_id}>
            {subject}, from {sender_name ?? "somebody"}
          </li>
        ))}
      </ul>
    </main>
  );
}
