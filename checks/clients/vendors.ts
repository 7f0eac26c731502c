/** A vendor whose client is a judge of the fake. */
export interface Vendor {
  /** Name of the program in `test/`, and of the SDK. */
  readonly name: string;
  /** npm package of the client, whose version `test/package.json` tells. */
  readonly client: string;
  /** Document, as `documents/README.md` or `engines/model/fixtures/documents` names it. */
  readonly document: string;
}

/** Vendors in the order of the table. */
export const VENDORS: readonly Vendor[] = [
  { name: "stripe", client: "stripe", document: "stripe.json" },
  { name: "openai", client: "openai", document: "openai.yaml" },
  {
    name: "github",
    client: "@octokit/rest",
    document: "github.json",
  },
  { name: "resend", client: "resend", document: "resend.yaml" },
  { name: "twilio", client: "twilio", document: "twilio.json" },
  { name: "box", client: "box-node-sdk", document: "box.json" },
  { name: "discord", client: "@discordjs/core", document: "discord.json" },
  { name: "clerk", client: "@clerk/backend", document: "clerk.yaml" },
  { name: "square", client: "square", document: "square.yaml" },
  { name: "adyen", client: "@adyen/api-library", document: "adyen.yaml" },
  { name: "livestorm", client: "kitsu", document: "livestorm.yml" },
  { name: "ynab", client: "ynab", document: "ynab.yml" },
  {
    name: "recurly",
    client: "recurly",
    document: "recurly.yml",
  },
  { name: "plaid", client: "plaid", document: "plaid.yaml" },
  {
    name: "pagerduty",
    client: "@pagerduty/pdjs",
    document: "pagerduty.yml",
  },
];
