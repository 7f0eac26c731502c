import { createFakeSvc } from "@svc/testing";
import { readPostOffice } from "../../checks/packed/pack-post-office.ts";

/** Handle of the document of the calls within a process. */
interface PostOffice {
  mailboxes(id: string): { readonly letters: { add(letters: readonly object[]): void } };
}

/** Calls of this process, in a row, each with a body that is read, after as many that are not counted; prints the figures. */
const [way, count] = process.argv.slice(2);
const calls = Number(count);
const fake = createFakeSvc({ document: readPostOffice(), rateLimit: { limit: 1_000_000_000 } });
using _ = way === "nock" ? fake.intercept() : undefined;
const send = way === "nock" ? fetch : fake.fetch;
const call = async () =>
  (await send(`${fake.baseUrl}/mailboxes/m1/letters?limit=3`, { headers: { authorization: "Bearer token" } })).json();
(fake as unknown as PostOffice).mailboxes("m1").letters.add([]);
for (let index = 0; index < calls; index++) await call();
const begin = performance.now();
const before = process.threadCpuUsage();
for (let index = 0; index < calls; index++) await call();
const { user, system } = process.threadCpuUsage(before);
const perSecond = calls / ((performance.now() - begin) / 1000);
process.stdout.write(JSON.stringify({ perSecond, cpuUs: (user + system) / calls }));
