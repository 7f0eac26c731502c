/** The answer with a body that tells when it is over: read to its end, cancelled or broken. It is read when asked for. */
export function tellEnd(response: Response, onEnd: () => void): Response {
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
