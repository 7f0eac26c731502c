import { runPackages, runTree, UsageError } from "@svc/codegen";
import { finishApplying } from "../bump/apply-stage.ts";
import { defineCommand } from "../shared/command.ts";
import { ROOT } from "../shared/tools.ts";

export const generate = defineCommand({
  options: {
    spec: { type: "string", value: "FILE", text: "the document, JSON or YAML" },
    out: { type: "string", value: "DIR", text: "where to write; replaced as a whole" },
    overlay: {
      type: "string",
      value: "FILE",
      multiple: true,
      text: "an OpenAPI Overlay, applied before anything is checked; may be given several times, in order",
    },
    strict: {
      type: "boolean",
      text: "refuse what needs repairs; else they are made, told, and written to DIR/repairs.overlay.yaml",
    },
    "open-enums": {
      type: "boolean",
      text: "enums and unions take what the document does not list, as with `x-svc-open-enums: true` in it",
    },
    check: { type: "boolean", text: "write nothing; exit 1 and name each file that differs" },
  },
  description: `Without --spec and --out: generates the packages from spec/. With both: generates client and fake of any
OpenAPI 3.0, 3.1 or 3.2 document.`,
  async run({ values }) {
    const { spec, out, check = false, overlay = [], strict = false, "open-enums": openEnums = false } = values;
    if (out !== undefined && spec !== undefined)
      return runTree({ spec, out, check, openEnums, strict, overlays: overlay });
    if (out !== undefined) throw new UsageError("--out needs --spec FILE: the document to generate from.");
    if (spec !== undefined) throw new UsageError("--spec needs --out DIR: the packages are generated from spec/ only.");
    if (openEnums)
      throw new UsageError("--open-enums needs --spec: for the packages, spec/ says it with x-svc-open-enums.");
    if (strict || overlay.length > 0)
      throw new UsageError("--strict and --overlay need --spec: spec/ is always strict, and has spec/overlays/.");
    if (finishApplying(ROOT)) console.error("Completed a bump of the document that had been interrupted.");
    return runPackages({ check });
  },
});
