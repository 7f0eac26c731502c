import { packageBuild } from "../../tsdown.base.ts";

export default packageBuild(import.meta.dirname, { platform: "node", fixedExtension: false });
