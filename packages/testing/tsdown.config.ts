import { packageBuild } from "../../tsdown.base.ts";

/**
 * Parts that several entries share, as three files: each file costs every process that loads it half a millisecond, and by
 * default there are twenty. Assertions and builders stay free of the fake.
 */
const SHARED = [
  { name: "received", test: /journal[\\/]received/, minShareCount: 2, priority: 3 },
  { name: "values", test: /engines[\\/]schema[\\/]src|generated[\\/]model\.ts/, minShareCount: 2, priority: 2 },
  { name: "fake", minShareCount: 3 },
];

export default packageBuild(import.meta.dirname, {
  platform: "node",
  fixedExtension: false,
  copy: ["src/require.cjs"],
  outputOptions: { codeSplitting: { groups: SHARED } },
});
