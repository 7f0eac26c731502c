import { expectTypeOf, test } from "vitest";
import { NotFoundError, nameErrors, SvcApiError, SvcError, ValidationError } from "../src/runtime.ts";

type Declared = { detail: string } | { code: number };

const acme = nameErrors("Acme");
declare const caught: unknown;

test("a guard narrows the body to the type that it is given", () => {
  if (SvcApiError.is<Declared>(caught)) expectTypeOf(caught.body).toEqualTypeOf<Declared>();
  if (NotFoundError.is<Declared>(caught))
    expectTypeOf([caught.status, caught.body]).items.toEqualTypeOf<404 | Declared>();
  if (ValidationError.is<Declared>(caught)) expectTypeOf(caught.fieldErrors).toBeObject();
  if (acme.api.is<Declared>(caught)) expectTypeOf(caught.body).toEqualTypeOf<Declared>();
});

test("a guard without a type leaves the body unknown", () => {
  class Own extends NotFoundError {
    readonly mine = 1;
  }
  if (NotFoundError.is(caught)) expectTypeOf(caught.body).toBeUnknown();
  if (acme.api.is(caught)) expectTypeOf(caught).toEqualTypeOf<SvcApiError>();
  if (Own.is(caught)) expectTypeOf(caught).toEqualTypeOf<Own>();
});

test("a class that has errors without an answer has no bodies", () => {
  const narrowed = () => [
    // @ts-expect-error a connection that failed has no body
    SvcError.is<Declared>(caught),
    // @ts-expect-error the same, under the name of a generated SDK
    acme.base.is<Declared>(caught),
  ];
  expectTypeOf(narrowed).toBeFunction();
});
