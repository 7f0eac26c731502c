/** The response with a body that calls back when it was read to its end, cancelled or broken. It is read only on demand. */
export function onceRead(response: Response, onEnd: () => void): Response {
  const source = response.body as ReadableStream;
  let reader: ReadableStreamDefaultReader | undefined;
  const body = new ReadableStream(
    {
      async pull(controller) {
        let isOver = true;
        try {
          reader ??= source.getReader();
          const { done, value } = await reader.read();
          isOver = done;
          if (done) controller.close();
          else controller.enqueue(value);
        } finally {
          if (isOver) onEnd();
        }
      },
      cancel(reason) {
        onEnd();
        return (reader ?? source).cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
  return Object.defineProperty(new Response(body, response), "url", { value: response.url });
}
