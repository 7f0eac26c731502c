import { invalid } from "../checks.ts";

/** Sends a token as a bearer token. @throws ConfigurationError for one that no header can carry */
export function placeBearer(request: Request, token: string): Request {
  checkHeaderText(token);
  request.headers.set("authorization", `Bearer ${token}`);
  return request;
}

/** @throws ConfigurationError for a credential that no header can carry: the error of the runtime would quote it */
export function checkHeaderText(secret: string): void {
  if (/[^ -~]/.test(secret)) throw invalid("auth", "printable ASCII");
}

/** @throws ConfigurationError for a header in place of a token */
export function checkBearer(given: unknown): void {
  if (typeof given === "string" && /^bearer /i.test(given))
    throw invalid("auth", 'the token alone: "Bearer " is added');
}
