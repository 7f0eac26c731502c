import { tableOf, told } from "@svc/codegen/release";
import { defineCommand } from "../toolkit/command.ts";
import { withPacked } from "./own-release.ts";

export const checkRelease = defineCommand({
  options: {
    "update-budget": { type: "boolean", text: "write scripts/release/budget.json instead of comparing with it" },
    "update-exports": { type: "boolean", text: "write scripts/release/exports.json instead of comparing with it" },
  },
  description: `Builds and packs every published package, and checks each tarball: publint, types, files, licence,
size, dependencies, exports, and that a bill of materials can be written. A new export or a size over budget changes a
reviewed file. Rejects benchmark figures that are older than the code they measured, unless a file is updated.`,
  run: told(({ values }) => {
    const update = { budget: values["update-budget"] === true, exports: values["update-exports"] === true };
    return withPacked(update)(async (packed) => {
      console.log(tableOf(packed));
      console.log(`${packed.attachments?.length ?? 0} bills of materials`);
      return packed.findings.length === 0 ? 0 : 1;
    });
  }),
});
