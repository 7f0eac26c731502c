import type { Line } from "../../packages/testing/src/console/views/editor.tsx";

/** What the page asks of the worker that has the client and the fake. Each question has one reply. */
export type Question = { readonly id: number } & (
  | { readonly ask: string; readonly body: object | undefined }
  | { readonly run: string }
);

/** What the worker tells: a reply (JSON text, or what went wrong), a line of output, or that the fake has changed. */
export type Told =
  | { readonly id: number; readonly json: string }
  | { readonly id: number; readonly error: string }
  | { readonly line: Line }
  | { readonly changed: true };
