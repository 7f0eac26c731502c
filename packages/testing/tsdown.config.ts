import { packageBuild } from "../../tsdown.base.ts";
import { bundleConsole } from "./src/console/bundle.ts";

/**
 * Code that several entries share, as three files: each file costs every process that loads it half a millisecond, and by
 * default there are twenty. Assertions and builders stay free of the fake, and declarations are none of its business.
 */
const SHARED = [
  { name: "received", test: /journal[\\/]received\.ts$/, minShareCount: 2, priority: 3 },
  {
    name: "values",
    test: /engines[\\/]schema[\\/]src[\\/].*(?<!\.d)\.ts$|generated[\\/]model\.ts$/,
    minShareCount: 2,
    priority: 2,
  },
  { name: "fake", test: /(?<!\.d)\.ts$/, minShareCount: 3 },
];

/** Puts the console in the package as text: neither its views nor what bundles them are loaded by anybody. */
const bundledConsole = {
  name: "bundled-console",
  load: {
    filter: { id: /console[\\/]bundle\.ts$/ },
    handler: async (): Promise<string> =>
      `const bundle = ${JSON.stringify(await bundleConsole())};\nexport const bundleConsole = async () => bundle;\n`,
  },
};

export default packageBuild(import.meta.dirname, {
  platform: "node",
  fixedExtension: false,
  copy: ["src/require.cjs"],
  outputOptions: { codeSplitting: { groups: SHARED } },
  plugins: [bundledConsole],
});
