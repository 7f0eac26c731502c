import type { PlainResponse } from "@svc/fastapi-validation";
import { clearRealTimeout, realTimeout } from "../../clock/real-timers.ts";
import { openStream } from "../open-body.ts";

const PATIENCE_MS = 2000;

/**
 * A body that had not ended, to its end: nock has to know its length.
 *
 * @param patienceMs real milliseconds in which it has to end
 * @throws Error that names the operation where the body does not end
 */
export async function wholeBody(response: PlainResponse, patienceMs: number = PATIENCE_MS): Promise<Uint8Array> {
  const tooLong = new AbortController();
  const timer = realTimeout?.(() => tooLong.abort(new Error(explain(response))), patienceMs);
  try {
    return new Uint8Array(await new Response(openStream(response, tooLong.signal)).arrayBuffer());
  } finally {
    clearRealTimeout?.(timer);
  }
}

function explain({ rest }: PlainResponse): string {
  return `The test's own handler of ${rest?.operation} answers with a stream that does not end, and nock carries whole bodies only; use fake.fetch or fake.listen().`;
}
