import { fail, LAX, lower, type Validator } from "./validator.ts";

/** Schemes whose address must name a host. */
const WITH_HOST = /^(?:https?|wss?|ftp):[/\\]*(?:[?#]|$)/i;

/** Absolute URLs, by the WHATWG rules that pydantic's parser follows too. The value stays the text. */
export const validateUrl: Validator = (input, state) => {
  if (typeof input !== "string") {
    return fail(state, { type: "url_type", msg: "URL input should be a string or URL", input });
  }
  const error = urlError(input);
  if (error === undefined) {
    lower(state, LAX);
    return input;
  }
  return fail(state, { type: "url_parsing", msg: `Input should be a valid URL, ${error}`, input, ctx: { error } });
};

function urlError(text: string): string | undefined {
  if (URL.canParse(text)) return undefined;
  if (text.trim() === "") return "input is empty";
  if (!/^\s*[A-Za-z][A-Za-z0-9+.-]*:/.test(text)) return "relative URL without a base";
  if (WITH_HOST.test(text.trim())) return "empty host";
  if (/:\/\/[^/?#]*\[/.test(text)) return "invalid IPv6 address";
  return /:[0-9]*[^\]/?#]*$/.test(authority(text)) ? "invalid port number" : "invalid international domain name";
}

function authority(text: string): string {
  return /:[/\\]+([^/?#\\]*)/.exec(text)?.[1] ?? "";
}
