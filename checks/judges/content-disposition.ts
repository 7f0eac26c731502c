import { parameterOf } from "../../engines/fastapi-validation/src/request-values.ts";
import type { Judge } from "./judge.ts";
import suite from "./suites/content-disposition.json" with { type: "json" };

export const contentDisposition: Judge = {
  suite: "greenbytes, Content-Disposition",
  version: "RFC 6266",
  judged: "the fake's reader of the headers of parts",
  aside: ["extended names (`filename*`): browsers send none in forms (RFC 7578, section 4.2)"],
  wanted: [
    [
      /^(?:attwithasciifnescapedchar|attwithtokfncommanq|attemptyparam|attwithasciifilenamenqws|attwith2filenames|attfnbrokentoken|attbrokenquotedfn2)$/,
      "python-multipart, as which the fake answers, reads what is invalid as far as it goes, and takes the last of two",
    ],
  ],
  judge: () =>
    (suite.cases as [string, string, string | null][]).map(([name, input, due]) => {
      return { name, input, got: parameterOf(input, "filename") ?? null, due };
    }),
};
