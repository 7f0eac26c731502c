// `SVC_SEED` repeats a run: a property that fails prints the seed of its values, and the tests' own seeds follow it.
const { SVC_SEED } = process.env;
if (SVC_SEED !== undefined) {
  const { configureGlobal, readConfigureGlobal } = await import("fast-check");
  configureGlobal({ ...readConfigureGlobal(), seed: Number(SVC_SEED) });
}
