/** Answers of a service, with everything secret taken out: plain JSON that may lie beside a test. */
export interface Recording {
  /** Names the form of the file. */
  readonly format: "svc-recording-1";
  /** The answers, in the order in which they came. */
  readonly entries: readonly RecordedAnswer[];
}

/** One answer. */
export interface RecordedAnswer {
  /** HTTP method in capital letters. */
  readonly method: string;
  /** Path and query below the base address; `redacted` stands for credentials, and in a replay for any text. */
  readonly target: string;
  /** HTTP status, 200 to 599. */
  readonly status: number;
  /** Media type of the body; absent where the answer named none. */
  readonly contentType?: string;
  /** Text as the service sent it, but for what was redacted; absent where there was none. */
  readonly body?: string;
}

/**
 * A recording as it was read from a file.
 *
 * @throws TypeError where it is none
 */
export function toRecording(value: unknown): Recording {
  const { format, entries } = (value ?? {}) as Partial<Recording>;
  if (format !== "svc-recording-1" || !Array.isArray(entries) || !entries.every(isAnswer)) {
    throw new TypeError("recording: expected what recordSvc() has written (format svc-recording-1).");
  }
  return value as Recording;
}

function isAnswer(value: unknown): value is RecordedAnswer {
  const { method, target, status, body, contentType } = (value ?? {}) as Partial<RecordedAnswer>;
  const isText = (text: unknown): boolean => text === undefined || typeof text === "string";
  const isStatus = Number.isInteger(status) && Number(status) >= 200 && Number(status) <= 599;
  return typeof method === "string" && typeof target === "string" && isStatus && isText(body) && isText(contentType);
}
