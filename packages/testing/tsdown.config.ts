import { packageBuild } from "../../tsdown.base.ts";

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

export default packageBuild(import.meta.dirname, {
  platform: "node",
  fixedExtension: false,
  copy: ["src/require.cjs"],
  outputOptions: { codeSplitting: { groups: SHARED } },
});
