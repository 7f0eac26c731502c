import { packageBuild } from "../../tsdown.base.ts";

/** The engines are bundled; what the manifest declares is not. */
export default packageBuild(import.meta.dirname, { platform: "node", fixedExtension: false });
