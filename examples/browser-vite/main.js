import { createSvcClient, NotFoundError } from "@svc/client";

// A page that everybody can read must hold no API key: this one gets a short-lived token from its own server, or, as here,
// talks to a fake that takes any. `?api=` names the service; without it, the server that the page came from.
const page = new URL(location.href);
const svc = createSvcClient({ baseUrl: page.searchParams.get("api") ?? page.origin, auth: "any-key" });
const state = document.querySelector("#state");

try {
  const emails = await svc.personas.emails.list("p1", { limit: 5 });
  const items = emails.map(({ subject }) => Object.assign(document.createElement("li"), { textContent: subject }));
  document.querySelector("#subjects").append(...items);
  state.textContent = `${emails.length} emails, ${svc.rateLimit.remaining} calls left`;
} catch (error) {
  state.textContent = NotFoundError.is(error) ? "There is no such persona." : String(error);
}
document.body.dataset.ready = "yes";
