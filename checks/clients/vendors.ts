/** A vendor whose client is a judge of the fake. */
export interface Vendor {
  /** Name of the program in `test/`, and of the SDK. */
  readonly name: string;
  /** npm package of the client, whose version `test/package.json` tells. */
  readonly client: string;
  /** Document, as `documents/README.md` or `engines/model/fixtures/documents` names it. */
  readonly document: string;
  /** What the vendor is here for. */
  readonly styles: string;
}

/** Vendors in the order of the table. */
export const VENDORS: readonly Vendor[] = [
  { name: "stripe", client: "stripe", document: "stripe.json", styles: "form bodies, cursors by the last id, uploads" },
  { name: "openai", client: "openai", document: "openai.yaml", styles: "streams, uploads, downloads, typed errors" },
  {
    name: "github",
    client: "@octokit/rest",
    document: "github.json",
    styles: "pages by `Link`, media types, redirects",
  },
  { name: "resend", client: "resend", document: "resend.yaml", styles: "errors as values" },
  { name: "twilio", client: "twilio", document: "twilio.json", styles: "form bodies, `next_page_uri`" },
  { name: "box", client: "box-node-sdk", document: "box.json", styles: "uploads, downloads, several hosts, markers" },
  { name: "discord", client: "@discordjs/core", document: "discord.json", styles: "JSON beside files, snowflakes" },
  { name: "clerk", client: "@clerk/backend", document: "clerk.yaml", styles: "offsets with counts, lists of errors" },
  { name: "square", client: "square", document: "square.yaml", styles: "cursors in bodies, searches by a query" },
  { name: "adyen", client: "@adyen/api-library", document: "adyen.yaml", styles: "links as in HAL, over nock" },
  { name: "livestorm", client: "kitsu", document: "livestorm.yml", styles: "JSON:API" },
  { name: "ynab", client: "ynab", document: "ynab.yml", styles: "answers in a wrapper" },
  {
    name: "recurly",
    client: "recurly",
    document: "recurly.yml",
    styles: "paths of next pages, over nock; first run 0 of 13",
  },
  { name: "plaid", client: "plaid", document: "plaid.yaml", styles: "everything by POST; first run 10 of 13" },
  {
    name: "pagerduty",
    client: "@pagerduty/pdjs",
    document: "pagerduty.yml",
    styles: "wrappers, over nock; first run 4 of 12",
  },
];
