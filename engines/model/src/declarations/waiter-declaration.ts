import type { Json } from "../schema.ts";

/** `x-svc-waiter` of an operation that reads a resource: how to wait until the resource has a state. */
export interface WaiterDeclaration {
  /** Name of the method, beside that of the operation: `untilActive`. */
  readonly name: string;
  /** JSON pointer to the state in the response body. Absent: statuses alone decide. */
  readonly pointer?: string;
  /** States that are waited for. */
  readonly success?: readonly Scalar[];
  /** States from which none of `success` is reached any more. */
  readonly failure?: readonly Scalar[];
  /** HTTP statuses that are waited for, such as 404 for a resource that is to go. */
  readonly successStatus?: readonly number[];
  /** HTTP statuses that end the wait as `failure` does. */
  readonly failureStatus?: readonly number[];
  /** Milliseconds between the first two polls. @default 1_000 */
  readonly intervalMs?: number;
  /** Most milliseconds between two polls. @default 30_000 */
  readonly maxIntervalMs?: number;
  /** Longest wait in milliseconds. @default 600_000 */
  readonly timeoutMs?: number;
}

type Scalar = Extract<Json, string | number | boolean | null>;

/** `x-svc-lifecycle` of an operation that begins something that has to be ended. */
export interface LifecycleDeclaration {
  /** Operation id of what ends it. */
  readonly end: string;
  /** JSON pointer to the id in the response body. */
  readonly id: string;
  /** Statuses of `end` that say that it has ended already. @default [404, 410] */
  readonly ended?: readonly number[];
}
