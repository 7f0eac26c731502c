import { model } from "@svc/testing";
import type { ServiceName } from "../service/service.ts";
import type { Settings } from "../world/settings.ts";
import { isRepeatable, readOperation } from "./read-call.ts";

/** An example that shows one thing. */
export interface Scenario {
  /** Part of links to it. */
  readonly id: string;
  readonly title: string;
  /** The thing to look at in the result. */
  readonly summary: string;
  readonly settings?: Partial<Settings>;
  /** The service that the code calls. @default "svc" */
  readonly service?: ServiceName;
  readonly code: string;
  /** A method that the code calls by another function. */
  readonly method?: string;
  /** Set where the client has to send the read call again, though it may have been carried out. */
  readonly sendsAgain?: true;
}

/** Whether the document has what a scenario needs: the methods that it calls, asking for no more than it gives, and a call that may be sent again. */
export function isOffered({ service, code, method, sendsAgain }: Scenario): boolean {
  if (service === "agents") return true;
  const called = [...code.matchAll(/\bsvc\.((?:\w+\.)*\w+)\(/g)].map(([, name = ""]) => name);
  const operations = new Map(model.operations.map((operation) => [operation.name.join("."), operation]));
  const hasMethods = [...called, ...(method ? [method] : [])].every((name) =>
    operations.get(name)?.parameters.every((one) => one.in === "path" || !one.required || code.includes(one.name)),
  );
  return hasMethods && (sendsAgain === undefined || isRepeatable(readOperation));
}
