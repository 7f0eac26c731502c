#!/usr/bin/env node
import { HELP, parseCommand, UsageError, version } from "./bin/parse-command.ts";
import { serve } from "./bin/serve.ts";

try {
  const command = parseCommand(process.argv.slice(2));
  if (command.kind === "help") console.log(HELP.trimEnd());
  else if (command.kind === "version") console.log(version());
  else {
    const server = await serve(command, console.error, process.env);
    for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => void server.close());
    const consoleUrl = new URL("/__fake/", server.url).href;
    const { webhookSecret } = server;
    const isForPeople = process.stdout.isTTY && !command.json;
    console.log(
      isForPeople
        ? `svc-fake  ${server.url}\nconsole   ${consoleUrl}${webhookSecret ? `\nwebhooks  ${webhookSecret}` : ""}`
        : JSON.stringify({ url: server.url, console: consoleUrl, webhookSecret }),
    );
  }
} catch (error) {
  const isExpected = error instanceof UsageError || (error as Error).name === "DocumentError";
  if (!isExpected) throw error;
  const { message } = error as Error;
  console.error(`svc-fake: ${message}${error instanceof UsageError ? "\nsvc-fake --help lists the options." : ""}`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
