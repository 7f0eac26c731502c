import { expect, test } from "vitest";
import { commandsOf, toCommand } from "./command.ts";

const SCRIPTS = {
  generate: "node main.ts generate",
  "spec:bump": "node main.ts bump",
  start: "node main.ts start",
};

test("commands are lines without comments, joined where they go on", () => {
  expect(commandsOf("# all\npnpm test # slow\n\ncurl a \\\n  -d '{}'\n")).toEqual(["pnpm test", "curl a -d '{}'"]);
});

test.each([
  ["npx svc-fake --port 4010 &", { kind: "serve", options: "--port 4010" }],
  ["npx svc-fake --version", { kind: "run", text: '"$SVC_FAKE" --version' }],
  ["npm install @svc/client", { kind: "skip" }],
  ["npx -y pnpm@12 start", { kind: "skip" }],
  ["pnpm generate --check", { kind: "run", text: expect.stringMatching(/^node .*main\.ts generate --check$/) }],
  ["pnpm generate", { kind: "skip" }],
  ["pnpm spec:bump new.yaml", { kind: "skip" }],
  ["pnpm gone", { kind: "finding" }],
  ["curl http://127.0.0.1:4010/health", { kind: "run" }],
  ["rm -rf .", { kind: "finding" }],
])("%s", (text, expected) => {
  expect(toCommand(text, SCRIPTS)).toMatchObject(expected);
});
