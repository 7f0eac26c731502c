import type { Operation, Response } from "@svc/model";

/** The status and content that an operation answers with when all is well; 200 where the document leaves it open. */
export function successOf({ responses }: Operation): { status: number; response: Response | undefined } {
  const find = (pattern: RegExp): Response | undefined => responses.find(({ status }) => pattern.test(status));
  const response = find(/^2\d\d$/) ?? find(/^2XX$/) ?? find(/^default$/) ?? find(/^[13]\d\d$/);
  const isExact = response !== undefined && /^\d{3}$/.test(response.status);
  return { status: isExact ? Number(response.status) : 200, response };
}
