import { gzipSync } from "node:zlib";
import { detectPagination, escapeInvisible, type Model } from "@svc/model";
import { inferResources } from "@svc/resources";
import { streamsOf } from "./emit/client/streams.ts";
import type { Files } from "./emitter.ts";

/** Figures of a generated tree. */
export interface TreeSummary {
  readonly title: string;
  readonly version: string;
  readonly operations: number;
  readonly schemas: number;
  /** Paths that the fake stores. */
  readonly resources: number;
  /** Operations whose lists are iterated page by page. */
  readonly lists: number;
  /** Operations that answer with a stream of items. */
  readonly streams: number;
  /** Methods that wait until something has a state. */
  readonly waiters: number;
  readonly repairs: number;
  readonly files: number;
  /** Bytes of all files. */
  readonly bytes: number;
  /** Bytes of the client's table of operations, and of what it decodes, gzipped: what a document adds to the runtime in a bundle. */
  readonly tableBytes: number;
}

export function summarize(model: Model, files: Files, repairs: number): TreeSummary {
  const table = ["client/table.ts", "client/values.ts"].map((file) => files.get(file) ?? "").join("");
  return {
    title: escapeInvisible(model.title),
    version: escapeInvisible(model.version),
    operations: model.operations.length,
    schemas: Object.keys(model.schemas).length,
    resources: inferResources(model).length,
    lists: model.operations.filter((operation) => detectPagination(operation, model.schemas) !== undefined).length,
    streams: model.operations.filter((operation) => streamsOf(operation, model).length > 0).length,
    waiters: model.operations.reduce((sum, { waiters = [] }) => sum + waiters.length, 0),
    repairs,
    files: files.size,
    bytes: [...files.values()].reduce((sum, text) => sum + Buffer.byteLength(text), 0),
    // Bundlers remove line breaks and indentation.
    tableBytes: gzipSync(table.replaceAll(/\s+/g, " ")).length,
  };
}
