import { packageBuild } from "../../tsdown.base.ts";

/** The package is generated as a whole, its entry included. */
export default packageBuild(import.meta.dirname, { entry: { index: "src/generated/index.ts" } });
