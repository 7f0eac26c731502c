import { type Build, createBuilders, type OwnTraits, ownTraits, type WithTraits } from "@svc/schema";
import { expect, expectTypeOf, test } from "vitest";
import type { Builders } from "../test/generated/testing/builders.ts";
import type { Email } from "../test/generated/types/index.ts";
import { model } from "../test/support/service.ts";
import { mergeTraits } from "./merge-traits.ts";

const own = ownTraits<Builders>(model).traits;

function createWith<const Added extends object>(added: Added) {
  const build: unknown = createBuilders<Builders>(model, { traits: mergeTraits(model, own, added) as never });
  return build as WithTraits<WithTraits<Builders, OwnTraits<Builders>>, Added>;
}

test("traits that are added leave those that come with the builders", () => {
  const build = createWith({ email: { code: { subject: "Code 1234" } }, replay: { short: { video_duration_ms: 1 } } });
  expect([build.email.code().subject, build.replay.short().video_duration_ms]).toEqual(["Code 1234", 1]);
  expect(build.email.plain().html_content).toBeNull();
  expect(build.email.anonymous().sender_email).toBeNull();
  expectTypeOf(build.email.html).toEqualTypeOf<Build<Email>>();
  // @ts-expect-error: nobody has added it
  expect(build.email.lost).toBeUndefined();
});

test("an added trait replaces the one of its name", () => {
  const build = createWith({ email: { html: { html_content: "<i>mine</i>" } } });
  expect(build.email.html().html_content).toBe("<i>mine</i>");
});

test("traits of another schema, or none, change nothing of a builder", () => {
  for (const added of [{ replay: { short: {} } }, {}, undefined]) {
    expect(Object.keys(mergeTraits(model, own, added)["email"] ?? {})).toEqual(["html", "plain", "anonymous"]);
  }
});

test("traits may be given by a name that the builder had", () => {
  const schemas = Object.entries(model.schemas).map(([key, named]) => {
    const formerNames = named.builderName === "email" ? [{ typeName: "Mail", builderName: "mail" }] : [];
    return [key, { ...named, formerNames }] as const;
  });
  const renamed = { ...model, schemas: Object.fromEntries(schemas) };
  const merged = mergeTraits(renamed, own, { mail: { code: {} } });
  expect(Object.keys(merged["email"] ?? {})).toEqual(["html", "plain", "anonymous", "code"]);
});
