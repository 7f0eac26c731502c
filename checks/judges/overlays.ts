import { DocumentError } from "@svc/model";
import { parse } from "yaml";
import { applyOverlay } from "../../packages/codegen/src/overlay/apply-overlay.ts";
import { type Case, type Judge, readSuite } from "./judge.ts";

const suite = readSuite("overlays");

function read(path: string): unknown {
  return parse(String(suite.get(path)));
}

/** Sets of a document, an overlay and what comes of them. */
function judgeSet(path: string): Case {
  const [document, overlay, output] = ["openapi", "overlay", "output"].map((name) =>
    read(path.replace("overlay.yaml", `${name}.yaml`)),
  );
  return { name: path, got: applyOverlay(document, overlay), due: { document: output, unmatched: [] } };
}

/** Overlays that the specification's schema accepts, and such that it refuses. */
function judgeOverlay(name: string): Case {
  const due = name.includes("/pass/");
  const target = { openapi: "3.1.0", info: { title: "Target", version: "1" }, paths: {} };
  try {
    applyOverlay(target, read(name));
    return { name, got: true, due };
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    return { name, input: error.message, got: false, due };
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
