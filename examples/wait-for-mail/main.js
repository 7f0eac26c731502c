import { createSvcClient } from "@svc/client";
import { closeOnSignals } from "@svc/client/waiters";
import { createFakeSvc } from "@svc/testing";
import { build } from "@svc/testing/build";
import { waitForCode } from "./wait-for-code.js";

// Stands for the service: a mail comes after ten minutes of its clock, which moves by itself.
const fake = createFakeSvc({ rateLimit: { limit: 60 } });
const svc = fake.client(createSvcClient);
// Ctrl-C ends the wait with an AbortedError, and the client; then the process ends.
closeOnSignals(svc);
fake.clock.setTimeout(() => {
  fake.personas("p1").emails.add(build.email({ subject: "Your code is 4711" }), { unread: true });
}, 600_000);

const began = fake.clock.now();
console.log(`Code ${await waitForCode(svc, "p1", { timeoutMs: 900_000 })}`);
console.log(`${fake.calls.length} polls in ${Math.round((fake.clock.now() - began) / 60_000)} minutes`);
await svc.close();
