import { unwrapWebhook } from "../../packages/client/src/webhooks/runtime.ts";
import { signatureHeaders } from "../../packages/testing/src/webhooks/deliver.ts";
import type { Case as Asked, Judge } from "./judge.ts";
import suite from "./suites/webhooks.json" with { type: "json" };

const { id, payload: body, signed } = suite;
const NOW = signed.seconds * 1000;

interface Case {
  readonly name: string;
  readonly secret?: string;
  readonly headers?: { readonly [name: string]: string | null };
  readonly secondsFromNow?: number;
  readonly isValid: boolean;
}

/** Signed by the fake, changed as the suite says, read by the client. */
async function judgeCase({ name, secret, headers = {}, secondsFromNow = 0, isValid }: Case): Promise<Asked> {
  const at = NOW + secondsFromNow * 1000;
  const right = new Headers(await signatureHeaders({ id, at, body, secrets: [suite.secret], scheme: undefined }));
  const signature = right.get("webhook-signature") ?? "";
  for (const [header, value] of Object.entries(headers)) {
    if (value === null) right.delete(header);
    else right.set(header, value.replace("{signature}", signature));
  }
  const options = { clock: { now: () => NOW } };
  const unwrapped = unwrapWebhook({ delivery: { body, headers: right }, secret: secret ?? suite.secret, options });
  const got = await unwrapped.catch(() => "refused");
  return { name, got, due: isValid ? JSON.parse(body) : "refused" };
}

async function judgeSigning(): Promise<Asked> {
  const given = await signatureHeaders({ id, at: NOW, body, secrets: [signed.secret], scheme: undefined });
  const got = new Headers(given).get("webhook-signature");
  return { name: "sign function works", got, due: signed.signature };
}

export const webhooks: Judge = {
  suite: "Standard Webhooks, tests of the libraries",
  version: "as in 2026",
  judged: "webhooks: signed by the fake, unwrapped by the client",
  aside: ["asymmetric signatures (`v1a`): the client has no public keys"],
  wanted: [],
  judge: () => Promise.all([judgeSigning(), ...(suite.cases as Case[]).map(judgeCase)]),
};
