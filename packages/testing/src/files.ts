/**
 * Small files that are what their media type says: for forms, binary bodies, and answers of handlers.
 *
 * @packageDocumentation
 */
export { buildFile, type FileWish } from "./files/build-file.ts";
