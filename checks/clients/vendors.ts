/** A vendor whose client is a judge of the fake. */
export interface Vendor {
  /** Name of the program in `test/`, and of the SDK. */
  readonly name: string;
  /** npm package of the client, whose version `test/package.json` tells. */
  readonly client: string;
  /** Document, as `documents/README.md` or `engines/model/fixtures/documents` names it. */
  readonly document: string;
}

const ROWS: readonly (readonly [client: string, document: string])[] = [
  ["stripe", "stripe.json"],
  ["openai", "openai.yaml"],
  ["@octokit/rest", "github.json"],
  ["resend", "resend.yaml"],
  ["twilio", "twilio.json"],
  ["box-node-sdk", "box.json"],
  ["@discordjs/core", "discord.json"],
  ["@clerk/backend", "clerk.yaml"],
  ["square", "square.yaml"],
  ["@adyen/api-library", "adyen.yaml"],
  ["kitsu", "livestorm.yml"],
  ["ynab", "ynab.yml"],
  ["recurly", "recurly.yml"],
  ["plaid", "plaid.yaml"],
  ["@pagerduty/pdjs", "pagerduty.yml"],
];

/** Vendors in the order of the table. */
export const VENDORS: readonly Vendor[] = ROWS.map(([client, document]) => {
  return { name: document.replace(/\.\w+$/, ""), client, document };
});
