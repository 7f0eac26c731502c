export { document, documentVersion } from "./generated/document.ts";
