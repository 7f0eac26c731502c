import * as oauth from "oauth4webapi";
import type { CredentialSource } from "../auth/renew-once.ts";
import { checkKind } from "../checks.ts";
import { openFlow, type RegisteredClient } from "./registered-client.ts";

/** Options of {@link oauth2ClientCredentials}. */
export interface ClientCredentialsOptions extends RegisteredClient {
  readonly clientSecret: string;
}

/**
 * Access tokens of the program itself, by the client credentials grant.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6749#section-4.4
 * @throws ConfigurationError naming the invalid option
 */
export function oauth2ClientCredentials(options: ClientCredentialsOptions): CredentialSource {
  checkKind("oauth2ClientCredentials", options, "object");
  const { scope } = options;
  return openFlow(options, {
    name: "clientCredentials",
    options: [],
    async first({ server, client, clientAuth, http }) {
      const params: Record<string, string> = scope ? { scope } : {};
      const response = await oauth.clientCredentialsGrantRequest(server, client, clientAuth, params, http());
      return oauth.processClientCredentialsResponse(server, client, response);
    },
  });
}
