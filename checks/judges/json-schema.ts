import { createValidate } from "@svc/schema";
import { ASIDE, DRAFTS, type Draft, inDocument, readGroups } from "./json-schema-suite.ts";
import { attempt, type Case, type Judge } from "./judge.ts";

function judgeGroups(draft: Draft, part: "keywords" | "formats"): Case[] {
  return readGroups(draft, part).flatMap(([place, { schema, tests }]) => {
    const check = attempt(() => {
      const within = inDocument(schema, draft);
      const validate = createValidate(within.schemas);
      return (value: unknown) => validate(within.schema, value).length === 0;
    });
    return tests.map(({ description, data, valid }) => ({
      name: `${place}: ${description}`,
      input: { data, schema },
      got: typeof check === "string" ? check : check(data),
      due: valid,
    }));
  });
}

const WANTED: { readonly [part in "keywords" | "formats"]: NonNullable<Judge["wanted"]> } = {
  keywords: [[/^format: .* is only an annotation by default/, "in OpenAPI documents a format says what is valid"]],
  formats: [
    [
      /^optional\/format\/idn-hostname: .*(?:must pass at every occurrence|digit-first label)/,
      "as far as the URL parser of the runtime looks: a library for these two is 65 kB more",
    ],
  ],
};

export const jsonSchemaJudges: readonly Judge[] = DRAFTS.flatMap((draft) =>
  (["keywords", "formats"] as const).map((part) => ({
    suite: `JSON-Schema-Test-Suite, ${draft.folder}, ${part}`,
    version: "2026-08",
    judged: `validator (OpenAPI ${draft.openapi.slice(0, 3)})`,
    aside: (part === "keywords" ? ASIDE[draft.folder] : []).map(([, reason]) => reason),
    wanted: draft.folder === "draft4" ? [] : WANTED[part],
    judge: () => judgeGroups(draft, part),
  })),
);
