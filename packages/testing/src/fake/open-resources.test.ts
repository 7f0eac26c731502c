import { expect, test } from "vitest";
import { createOpenResources } from "./closing.ts";

/** Ends of which the second throws at once, and one server that fails to close. */
function open() {
  const ended: string[] = [];
  const ends = createOpenResources();
  ends.add(() => void ended.push("first"));
  ends.add(() => {
    ended.push("second");
    throw new Error("the second failed");
  });
  ends.add(() => void ended.push("third"));
  ends.addAsync({
    async close() {
      ended.push("server");
      throw new Error("the server failed");
    },
  });
  return { ends, ended };
}

test("everything is ended, the latest first, before the first error is thrown", async () => {
  const { ends, ended } = open();
  await expect(ends.close()).rejects.toThrow("the second failed");
  expect(ended).toEqual(["server", "third", "second", "first"]);
  await ends.close();
  expect(ended).toHaveLength(4);
});

test("ending at once throws at once, when everything is ended", () => {
  const { ends, ended } = open();
  expect(() => ends.closeNow()).toThrow("the second failed");
  expect(ended).toEqual(["server", "third", "second", "first"]);
});

test("an error of a server is thrown where there is no other", async () => {
  const ends = createOpenResources();
  ends.addAsync({ close: () => Promise.reject(new Error("the server failed")) });
  await expect(ends.close()).rejects.toThrow("the server failed");
});
