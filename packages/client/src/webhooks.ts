/**
 * Webhooks that the service sends: verified, and typed by the document.
 *
 * @packageDocumentation
 */
// biome-ignore lint/performance/noReExportAll: which webhooks there are is for the document to say
export * from "./generated/webhooks.ts";
