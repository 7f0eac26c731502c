import { ConfigurationError } from "../errors/configuration-error.ts";
import { isSafeAddress } from "../runtime/options.ts";
import type { OAuth2PasswordOptions } from "./oauth2-password.ts";

/** What is wrong with an option is said; its value never is. @throws ConfigurationError naming the option */
export function checkPasswordOptions(options: OAuth2PasswordOptions): void {
  const { tokenUrl, username, password, clientId, clientSecret, fetch, now, marginMs, timeoutMs } = Object(options);
  const url = URL.canParse(tokenUrl) ? new URL(tokenUrl) : undefined;
  check("tokenUrl", "an https address (or http on loopback)", url && isSafeAddress(`${url.origin}/`, false));
  check(
    "tokenUrl",
    "no user name and password: clientId and clientSecret are for that",
    !url?.username && !url?.password,
  );
  check("username", "text, not empty", username && typeof username === "string");
  check("password", "text, not empty", password && typeof password === "string");
  check("clientId", "text", clientId === undefined || typeof clientId === "string");
  check("clientSecret", "text", clientSecret === undefined || typeof clientSecret === "string");
  check("clientSecret", "a clientId with it", clientId || !clientSecret);
  check("fetch", "a function", fetch === undefined || typeof fetch === "function");
  check("now", "a function", now === undefined || typeof now === "function");
  check("marginMs", "a number from 0", marginMs === undefined || (typeof marginMs === "number" && marginMs >= 0));
  // Timers of 2^31 and more end at once.
  const isTime = typeof timeoutMs === "number" && timeoutMs > 0 && timeoutMs < 2 ** 31;
  check("timeoutMs", "a number above 0 and below 2^31", timeoutMs === undefined || isTime);
}

function check(name: keyof OAuth2PasswordOptions, expected: string, isGood: unknown): void {
  if (!isGood) throw new ConfigurationError(`oauth2Password: ${name}: expected ${expected}`);
}
