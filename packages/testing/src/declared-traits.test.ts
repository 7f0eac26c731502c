import { createModel } from "@svc/model";
import { documentOf } from "@svc/model/test-support/small-document";
import { createBuilders, type TraitBuilders } from "@svc/schema";
import { expect, expectTypeOf, test } from "vitest";
import type { Builders } from "../test/generated/testing/builders.ts";
import type { Email } from "../test/generated/types/index.ts";
import { model } from "../test/support/service.ts";

test("traits that a document declares are functions of its builders, beside those that a test adds", () => {
  const build = createBuilders<Builders, { email: { code: { subject: string } } }>(model, {
    traits: { email: { code: { subject: "Code 1234" } } },
  });
  expect(build.email.code().subject).toBe("Code 1234");
  expect(build.email.plain().html_content).toBeNull();
  expect(build.email.anonymous().sender_email).toBeNull();
  expectTypeOf(build.email).toExtend<TraitBuilders<Email, { html: unknown }>>();
  // @ts-expect-error: nobody has added it
  expect(build.email.lost).toBeUndefined();
});

test("an added trait replaces the one of its name", () => {
  const build = createBuilders<Builders>(model, { traits: { email: { html: { html_content: "<i>mine</i>" } } } });
  expect(build.email.html().html_content).toBe("<i>mine</i>");
});

test("traits may be given by a name that the builder had", () => {
  const schemas = Object.entries(model.schemas).map(([key, named]) => {
    const formerNames = named.builderName === "email" ? [{ typeName: "Mail", builderName: "mail" }] : [];
    return [key, { ...named, formerNames }] as const;
  });
  const renamed = { ...model, schemas: Object.fromEntries(schemas) };
  const build = createBuilders<Builders>(renamed, { traits: { mail: { code: {} } } as never });
  for (const trait of ["html", "plain", "anonymous", "code"]) expect(build.email).toHaveProperty(trait);
});

test("a declared total is the number of items", () => {
  const { networkLogs, networkLogBatches } = createBuilders<Builders>(model);
  expect(networkLogs({ batches: networkLogBatches(3) }).total_batch_count).toBe(3);
});

const document = (traits: unknown) =>
  documentOf({
    schemas: { Pet: { type: "object", properties: { name: { type: "string" } }, "x-svc-traits": traits } },
  });

test.each<[unknown, string]>([
  [{ list: { name: "?" } }, "has the name of a function of every builder"],
  [{ "a b": { name: "?" } }, "cannot be written after a dot"],
  [{ stray: "?" }, "write values by property"],
  [["stray"], "write traits by name"],
])("a declaration that no builder could follow is refused: %j", (traits, message) => {
  expect(() => createModel(document(traits))).toThrow(message);
});
