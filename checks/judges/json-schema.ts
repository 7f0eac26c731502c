import { createValidate } from "@svc/schema";
import { ASIDE, DRAFTS, type Draft, inDocument, readGroups } from "./json-schema-suite.ts";
import type { Judge, Verdict } from "./judge.ts";

function judgeGroups(draft: Draft, part: "keywords" | "formats"): Verdict[] {
  return readGroups(draft, part).flatMap(([place, { schema, tests }]): Verdict[] => {
    let check: (value: unknown) => boolean;
    try {
      const within = inDocument(schema, draft);
      const validate = createValidate(within.schemas);
      check = (value) => validate(within.schema, value).length === 0;
    } catch (error) {
      const got = String(error).slice(0, 300);
      return tests.map(({ description }) => ({ name: `${place}: ${description}`, isRight: false, got }));
    }
    return tests.map(({ description, data, valid }) => ({
      name: `${place}: ${description}`,
      isRight: check(data) === valid,
      got: `${JSON.stringify(data)} should be ${valid ? "valid" : "invalid"} for ${JSON.stringify(schema)}`.slice(
        0,
        300,
      ),
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
