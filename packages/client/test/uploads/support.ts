import {
  createClient,
  type SvcClient,
  type SvcClientOptions,
  type SvcPromise,
  withUploads,
} from "../../src/runtime.ts";
import type { ClientTable } from "../../src/table.ts";

/** Operations with files, of a document that is nowhere else. */
export const table: ClientTable = {
  documentVersion: "1",
  schemes: { key: { kind: "bearer" } },
  security: [["key"]],
  operations: [
    {
      id: "files_create",
      method: "POST",
      path: "/files",
      name: "files.create",
      body: {
        type: "multipart/form-data",
        required: true,
        upload: {
          parts: {
            picture: { type: "image/png, image/jpeg" },
            tags: { type: "application/json" },
            place: { style: "deepObject" },
          },
        },
      },
    },
    {
      id: "files_put",
      method: "PUT",
      path: "/files/{id}",
      name: "files.put",
      params: {},
      body: { type: "application/octet-stream", upload: {} },
      untyped: true,
    },
    { id: "image_put", method: "PUT", path: "/image", name: "image", body: { type: "image/*", upload: {} } },
  ],
};

type Method = (...args: unknown[]) => SvcPromise<unknown>;

/** The methods of the table, loosely typed: what is wrong on purpose must compile. */
export interface Methods {
  readonly files: { readonly create: Method; readonly put: Method };
  readonly image: Method;
}

/** A client of the table. */
export function uploadClient(options: SvcClientOptions): SvcClient<Methods, Record<string, Record<string, never>>> {
  const all = { baseUrl: "https://api.example", auth: "secret-token", rateLimit: {}, random: () => 0.5, ...options };
  return createClient<Methods, Record<string, Record<string, never>>>(table, all, { additions: [withUploads] });
}
