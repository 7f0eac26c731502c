import { runSuite } from "./run-suite.mjs";

// The suite in a page: the addresses are in its own address, the results are a global value.

const urls = JSON.parse(decodeURIComponent(location.hash.slice(1)));
globalThis.results = await runSuite({ urls });
