import { packageBuild } from "../../tsdown.base.ts";

/** The engines are bundled; what the manifest declares is not. Declarations are made file by file, those of the engines, too. */
export default packageBuild(import.meta.dirname, { platform: "node", fixedExtension: false, dts: { oxc: true } });
