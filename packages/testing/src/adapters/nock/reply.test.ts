import { expect, test } from "vitest";
import { wholeBody } from "./reply.ts";

const answer = (stream: ReadableStream<Uint8Array>) => ({
  status: 200,
  headers: [],
  body: "begin",
  rest: { stream, operation: "events_get" },
});

test("a body is read to its end", async () => {
  const stream = new Blob([", end"]).stream();
  expect(new TextDecoder().decode(await wholeBody(answer(stream)))).toBe("begin, end");
});

test("a body that does not end is an error that names the operation, and its maker is told", async () => {
  let isLeft = false;
  const stream = new ReadableStream<Uint8Array>({
    cancel: () => {
      isLeft = true;
    },
  });
  await expect(wholeBody(answer(stream), 1)).rejects.toThrow(
    "handler of events_get returns a stream that does not end",
  );
  expect(isLeft).toBe(true);
});
