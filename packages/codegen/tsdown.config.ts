import { packageBuild } from "../../tsdown.base.ts";

/** The engines are bundled; what the manifest declares is not. Declarations are made file by file, those of the engines, too. */
const build = packageBuild(import.meta.dirname, { platform: "node", fixedExtension: false, dts: { oxc: true } });

/** Code of others in the bundle, with its licence in THIRD-PARTY.md. */
const onlyBundle = ["@scalar/helpers", "@scalar/openapi-upgrader"];

/** The thread of large documents is started by the address of its file. */
const entry = [...(build.entry as string[]), "src/emit-beside.ts"];

export default { ...build, entry, deps: { ...build.deps, onlyBundle } };
