import { fuzz } from "../../packages/client/test/fuzz/fuzz.ts";
import { defineCommand, UsageError } from "../../scripts/toolkit/command.ts";

export const testFuzz = defineCommand({
  options: {
    cases: { type: "string", value: "N", text: "calls whose fetch is made up (100,000)" },
    sockets: { type: "string", value: "N", text: "calls over real connections (5,000)" },
    seed: {
      type: "string",
      value: "N",
      text: "seed of the first case; with --cases 1 --sockets 0 one case alone (a random one, printed)",
    },
  },
  description: `Answers calls of the client with anything: statuses, headers, bodies and failures that no service should send, and over
real connections on loopback any bytes. Each call has to settle with data or with an error of the client's own family.`,
  run: ({ values }) =>
    fuzz({
      cases: toNumber("cases", values.cases ?? "100000"),
      sockets: toNumber("sockets", values.sockets ?? "5000"),
      seed: toNumber("seed", values.seed ?? String(Math.floor(Math.random() * 2 ** 31))),
    }),
});

function toNumber(option: string, text: string): number {
  const value = Number(text);
  if (text === "" || !Number.isSafeInteger(value) || value < 0)
    throw new UsageError(`--${option} ${text}: expected a whole number`);
  return value;
}
