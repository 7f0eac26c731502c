import { contentDisposition } from "./content-disposition.ts";
import { cookies, dates } from "./cookies.ts";
import { eventStreams } from "./event-streams.ts";
import { json } from "./json.ts";
import { jsonSchemaJudges } from "./json-schema.ts";
import type { Judge } from "./judge.ts";
import { multipart } from "./multipart.ts";
import { openapi } from "./openapi.ts";
import { overlays } from "./overlays.ts";
import { structuredFields } from "./structured-fields.ts";
import { uriTemplates } from "./uri-templates.ts";
import { valueJudges } from "./values.ts";
import { webhooks } from "./webhooks.ts";

/** Every suite, in the order of the table. */
export const JUDGES: readonly Judge[] = [
  ...jsonSchemaJudges,
  ...valueJudges,
  structuredFields,
  uriTemplates,
  openapi,
  overlays,
  eventStreams,
  webhooks,
  multipart,
  contentDisposition,
  json,
  cookies,
  dates,
];
