/**
 * Small valid files by media type, for forms, binary bodies and handlers.
 *
 * @packageDocumentation
 */
export { buildFile, type FileWish } from "./files/build-file.ts";
