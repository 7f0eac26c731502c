import { withBase } from "vitepress";
import type { Tried } from "../../console/try.ts";

/** Typing pauses so long before the text is read. */
const PAUSE_MS = 300;

const EXAMPLE = `openapi: 3.1.0
info: { title: Library, version: 1.0.0 }
paths:
  /books:
    get:
      operationId: listBooks
      responses:
        "200":
          description: The books.
          content:
            application/json:
              schema: { type: array, items: { $ref: "#/components/schemas/Book" } }
components:
  schemas:
    Book:
      type: object
      required: [id, title]
      properties:
        id: { type: string }
        title: { type: string, examples: [The Dispossessed] }
`;

let worker: Worker | undefined;
let pause: ReturnType<typeof setTimeout> | undefined;

/** Reads a text and shows the result in the section. */
function read(section: HTMLElement, text: string, file: string): void {
  worker ??= new Worker(withBase("/console/assets/try.js"));
  worker.onmessage = ({ data }: MessageEvent<Tried | { readonly problem: string }>) => show(section, data);
  worker.onerror = () => show(section, { problem: "The code that reads documents cannot be loaded." });
  worker.postMessage({ text, file });
}

/** Reads the text of the section after a pause. */
export function tryText(section: HTMLElement, file = "document.yaml"): void {
  clearTimeout(pause);
  pause = setTimeout(() => read(section, section.querySelector("textarea")?.value ?? "", file), PAUSE_MS);
}

/** Reads a small document, and then the same with one line changed. */
export function tryExample(section: HTMLElement): void {
  read(section, EXAMPLE, "example.yaml");
  const area = section.querySelector("textarea");
  if (area !== null) area.value = EXAMPLE.replace("required: [id, title]", "required: [id]");
  tryText(section);
}

/** As text only: the document may be untrusted. */
function show(section: HTMLElement, reply: Tried | { readonly problem: string }): void {
  const parts =
    "problem" in reply
      ? [element("pre", reply.problem)]
      : [
          ...[element("h3", "The typed call"), element("pre", reply.call)],
          ...[element("h3", "The fake's response"), element("pre", reply.answer)],
          ...[element("h3", "The difference"), ...differencesOf(reply)],
        ];
  section.querySelector(".try-out")?.replaceChildren(...parts);
}

function differencesOf({ changes }: Tried): HTMLElement[] {
  if (changes === undefined) return [element("p", "Change a line of the document, or drop its next version.")];
  if (changes.length === 0) return [element("p", "No change for programs that use it.")];
  return changes.map(({ level, message }) => {
    const line = element("p", "");
    // Names stand between backticks.
    const words = message.split("`").map((text, index) => (index % 2 === 0 ? text : element("code", text)));
    line.append(element("strong", level), " ", ...words);
    return line;
  });
}

function element(name: string, text: string): HTMLElement {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}
