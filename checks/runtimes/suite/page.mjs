import { runSuite } from "./run-suite.mjs";

// The suite in a page: the addresses are in its own address, the results are sent to where it came from.

const urls = JSON.parse(decodeURIComponent(location.hash.slice(1)));
const results = await runSuite({ urls });
await fetch("/results", { method: "POST", body: JSON.stringify({ results }) });
