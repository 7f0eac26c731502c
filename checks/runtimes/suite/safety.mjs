import { ConfigurationError, createPolicyFetch, createSvcClient } from "@svc/client";
import { check, equal, rejection } from "./expect.mjs";
import { connect, fail, recorded } from "./peers.mjs";
import { SECRET } from "./secret.mjs";

/** Leaks and crashes that must never happen. */
export const safetyChecks = {
  "a redirect to another origin carries no credential": async (context) => {
    const { length } = await recorded(context.urls.other);
    await connect(context, { retry: false })
      .counters.stamps.get("redirected-away")
      .catch(() => undefined);
    const landed = (await recorded(context.urls.other)).slice(length).filter(({ path }) => path === "/stamps");
    check(landed.length > 0, "expected the redirect to be followed");
    for (const { authorization } of landed) equal(authorization, null);
  },
  "a redirect within the origin keeps the credential": async (context) => {
    equal((await connect(context).counters.stamps.get("redirected")).stamps.length, 1);
  },
  "a POST that is redirected is sent once": async (context) => {
    const { other } = context.urls;
    const { length } = await recorded(other);
    const fetch = createPolicyFetch({ baseUrl: other, auth: SECRET, rateLimit: false });
    await fetch(`${other}/__done`, { method: "POST", body: "x" });
    const sent = (await recorded(other)).slice(length).filter(({ path }) => path === "/__done");
    equal(sent.length, 1);
  },
  "errors and clients do not tell the credential": async (context) => {
    const svc = connect(context, { retry: false });
    const failures = [
      { status: 401, body: { detail: `Bearer ${SECRET} is refused` } },
      { status: 500, body: { detail: SECRET } },
      { reset: "body" },
    ];
    const errors = [];
    for (const fault of failures) {
      await fail(context, fault);
      errors.push(await svc.bell.get().catch((error) => error));
    }
    const unreachable = connect(context, { baseUrl: context.urls.closed, retry: false });
    errors.push(await unreachable.bell.get().catch((error) => error));
    errors.push(await rejection(async () => connect(context, { auth: `${SECRET}\n` }), ConfigurationError));
    for (const value of [...errors, svc]) tellsNothing(context, value);
  },
  "a client is made and works where there is no process": async (context) => {
    const process = Object.getOwnPropertyDescriptor(globalThis, "process");
    if (process) delete globalThis.process;
    try {
      const svc = connect(context);
      await rejection(async () => createSvcClient({ auth: SECRET }), ConfigurationError);
      await svc.bell.get();
    } finally {
      if (process) Object.defineProperty(globalThis, "process", process);
    }
  },
};

/** Prints the value as well: whoever started this looks for the credential in what was printed. */
function tellsNothing({ inspect }, value) {
  console.log(value);
  const texts = [String(value), value.stack, JSON.stringify(value), JSON.stringify(Object.entries(value))];
  for (let at = value.cause; at; at = at.cause) texts.push(String(at), at.stack, JSON.stringify(at));
  if (inspect) texts.push(inspect(value, { depth: 9 }));
  for (const text of texts) check(!`${text}`.includes(SECRET), `the credential is in ${text}`.replace(SECRET, "***"));
}
