import { expectTypeOf, test } from "vitest";
import type { CallOptions, Resendable, SendableOnce, SentOnce, SvcPromise, UploadOptions } from "../../src/runtime.ts";
import { type ByteStream, fileOf } from "../../src/uploads.ts";

interface Form {
  file: Blob | File;
  more?: (Blob | File)[];
  cover?: Blob | File | null;
  name: string;
  meta?: { tags: string[] };
}

interface Create {
  (body: SendableOnce<Form> | FormData, options?: CallOptions & SentOnce): SvcPromise<{ id: string }>;
  (body: Resendable<Form> | FormData, options?: CallOptions & UploadOptions): SvcPromise<{ id: string }>;
}

declare const create: Create;
declare const stream: ByteStream;

test("files that can be sent again are retried as the caller says", () => {
  const file = new Blob([]);
  const calls = () => [
    create({ file, name: "a" }, { retry: { limit: 3 } }),
    create({ file: () => stream, name: "a", more: [file, fileOf(file)] }, { retry: { limit: 3 } }),
    create({ file: fileOf(() => stream), name: "a", cover: null, meta: { tags: [] } }, { onProgress() {} }),
    create(new FormData(), { retry: { limit: 3 } }),
  ];
  expectTypeOf(calls).returns.toEqualTypeOf<SvcPromise<{ id: string }>[]>();
});

test("files that can be sent once are not retried", () => {
  const calls = () => [
    create({ file: stream, name: "a" }, { retry: false }),
    create({ file: fileOf(stream, { size: 3 }), name: "a", more: [stream] }),
    // @ts-expect-error a stream is used up by the first attempt
    create({ file: stream, name: "a" }, { retry: { limit: 3 } }),
    // @ts-expect-error a file is no text
    create({ file: "path.pdf", name: "a" }),
  ];
  expectTypeOf(calls).toBeFunction();
});
