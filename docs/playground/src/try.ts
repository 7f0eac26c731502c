import example from "./try/example.yaml";
import type { TryCommand, TryReply } from "./try/protocol.ts";
import { type OpenDocument, openDocument, tryDocument } from "./try/try-document.ts";

// A worker of the home page: whatever a visitor's document holds, the page stays alive, and what comes out is text.
let first: OpenDocument | undefined;
let now: OpenDocument | undefined;
let operation: string | undefined;

async function obey(command: TryCommand): Promise<TryReply | undefined> {
  if (command.do === "call") operation = command.operation;
  else if (command.do === "example") {
    first = openDocument(example, "example.yaml");
    now = openDocument(example.replace("required: [id, title]", "required: [id]"), "example.yaml");
    operation = undefined;
  } else {
    now = openDocument(command.text, command.do === "open" ? command.file : (now?.source.file ?? "document"));
    if (first === undefined || first.model.title !== now.model.title) {
      first = now;
      operation = undefined;
    }
  }
  return first === undefined || now === undefined ? undefined : tryDocument({ first, now }, operation);
}

addEventListener("message", async ({ data }: MessageEvent<TryCommand>) => {
  try {
    const reply = await obey(data);
    if (reply !== undefined) postMessage(reply);
  } catch (error) {
    postMessage({ problem: (error as Error).message } satisfies TryReply);
  }
});
