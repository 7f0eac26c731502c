// The answer to `require` where it cannot load ES modules: Jest without a flag, and Node.js older than 20.19 or 22.12.
"use strict";

throw new Error(
  process.env.JEST_WORKER_ID === undefined
    ? "@svc/testing is an ES module: import it, or use Node.js 20.19, 22.12 or newer, whose require loads it."
    : '@svc/testing is an ES module: run Jest with NODE_OPTIONS=--experimental-vm-modules, and load it by import: in a test file that no transform turns into CommonJS (.mjs, or "type": "module" and transform: {}), or by await import("@svc/testing"). See https://jestjs.io/docs/ecmascript-modules.',
);
