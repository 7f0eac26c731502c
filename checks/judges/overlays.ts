import { isDeepStrictEqual } from "node:util";
import { DocumentError } from "@svc/model";
import { parse } from "yaml";
import { applyOverlay } from "../../packages/codegen/src/overlay/apply-overlay.ts";
import type { Judge, Verdict } from "./judge.ts";
import { readSuite } from "./suite.ts";

const suite = readSuite("overlays");

function read(path: string): unknown {
  return parse(String(suite.get(path)));
}

/** Sets of a document, an overlay and what comes of them. */
function judgeSet(path: string): Verdict {
  const [document, overlay, output] = ["openapi", "overlay", "output"].map((name) =>
    read(path.replace("overlay.yaml", `${name}.yaml`)),
  );
  const { document: result, unmatched } = applyOverlay(document, overlay);
  const isRight = unmatched.length === 0 && isDeepStrictEqual(result, output);
  return { name: path, isRight, got: JSON.stringify(result) };
}

/** Overlays that the specification's schema accepts, and such that it refuses. */
function judgeOverlay(path: string): Verdict {
  const isDue = path.includes("/pass/");
  const target = { openapi: "3.1.0", info: { title: "Target", version: "1" }, paths: {} };
  try {
    applyOverlay(target, read(path));
    return { name: path, isRight: isDue, got: `applied ${suite.get(path)}` };
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    return { name: path, isRight: !isDue, got: error.message };
  }
}

export const overlays: Judge = {
  suite: "Overlay Specification, compliant sets and schema tests",
  version: "1.0 and 1.1",
  judged: "overlays",
  wanted: [],
  judge: () =>
    [...suite.keys()].flatMap((path) => {
      if (path.startsWith("tests/")) return judgeOverlay(path);
      return path.endsWith("overlay.yaml") ? judgeSet(path) : [];
    }),
};
