import { SvcError } from "./svc-error.ts";

/** An option or an argument that cannot be right. Nothing was sent. The message begins with its name. */
export class ConfigurationError extends SvcError {
  override get name(): "ConfigurationError" {
    return "ConfigurationError";
  }
}
