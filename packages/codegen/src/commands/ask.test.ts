import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { createDialog } from "./ask.ts";

function dialog(): { readonly input: PassThrough; readonly output: PassThrough } & ReturnType<typeof createDialog> {
  const [input, output] = [new PassThrough(), new PassThrough()];
  return { input, output, ...createDialog(input, output) };
}

test("lines that are pasted at once answer one question each", async () => {
  const { ask, input, close } = dialog();
  const first = ask("Document");
  input.write("api.yaml\nacme\n\n@acme\n");
  expect(await first).toBe("api.yaml");
  expect(await ask("Name", "pets")).toBe("acme");
  expect(await ask("Package", "sdk")).toBe("sdk");
  expect(await ask("Scope", "@pets")).toBe("@acme");
  close();
});

test("each answer is shown at its question, also one that came before it", async () => {
  const { ask, input, output, close } = dialog();
  const first = ask("Document");
  input.write("api.yaml\nacme\n");
  await first;
  await ask("Name", "pets");
  close();
  output.end();
  expect(await text(output)).toContain("Name (pets): acme\n");
});

test("an input that ends leaves what is proposed", async () => {
  const { ask, input } = dialog();
  const first = ask("Name", "pets");
  input.end();
  expect(await first).toBe("pets");
  expect(await ask("Scope", "@pets")).toBe("@pets");
});
