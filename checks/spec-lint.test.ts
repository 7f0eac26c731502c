import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { createConfig, lint, lintFromString } from "@redocly/openapi-core";
import { expect, test } from "vitest";

const FILE = resolve(import.meta.dirname, "../spec/openapi.yaml");

/** Redocly's strictest preset and what it leaves out, less two rules that would have us invent facts. */
const config = await createConfig({
  extends: ["recommended-strict"],
  rules: {
    // One operation id is shown; the generator derives the others.
    "operation-operationId": "off",
    // The licence of the service's interface is not shown.
    "info-license": "off",
    "component-name-unique": "error",
    "no-unused-components": "error",
    "operation-description": "error",
    "operation-singular-tag": "error",
    "operation-tag-defined": "error",
    "parameter-description": "error",
    "path-segment-plural": "off",
    "tag-description": "error",
  },
});

/** The version that is written here, by these rules; others come from the service, and a bump tells what is to be said of them. */
const OWN = "1.4.40";
const isOwn = readFileSync(FILE, "utf8").includes(`version: ${OWN}`);
if (!isOwn)
  process.stderr.write(`The document is not the ${OWN} that was written here: it is not held to its rules.\n`);

test.runIf(isOwn)("the document passes Redocly's strict rules", async () => {
  const problems = await lint({ ref: FILE, config });
  expect(problems.map(({ ruleId, message, location }) => `${location[0]?.pointer} ${ruleId}: ${message}`)).toEqual([]);
});

test("the rules are on: a parameter without a description is reported", async () => {
  const source = `openapi: 3.1.0
info: { title: t, version: "1" }
paths:
  /a/{b}:
    get:
      parameters: [{ name: b, in: path, required: true, schema: {} }]
      responses: { "200": { description: ok } }`;
  const problems = await lintFromString({ source, config });
  expect(problems.map(({ ruleId }) => ruleId)).toEqual(
    expect.arrayContaining(["parameter-description", "operation-description", "operation-summary"]),
  );
});
