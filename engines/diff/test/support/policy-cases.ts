import { DECLARATION_CASES } from "../policy/declaration-cases.ts";
import { EVENT_CASES } from "../policy/event-cases.ts";
import { DOCUMENT_CASES, OPERATION_CASES, PARAMETER_CASES } from "../policy/other-cases.ts";
import { REQUEST_CASES } from "../policy/request-cases.ts";
import { RESPONSE_CASES } from "../policy/response-cases.ts";
import { STREAM_CASES } from "../policy/stream-cases.ts";
import type { PolicyCase } from "./policy-case.ts";

/** Every row of the policy, by what it is about. */
export const POLICY: readonly (readonly [string, readonly PolicyCase[]])[] = [
  ["response", RESPONSE_CASES],
  ["stream", STREAM_CASES],
  ["request", REQUEST_CASES],
  ["param", PARAMETER_CASES],
  ["operation", OPERATION_CASES],
  ["document", DOCUMENT_CASES],
  ["event", EVENT_CASES],
  ["declaration", DECLARATION_CASES],
];
