import { expect, test } from "vitest";
import { createGit, proposeChanges } from "./propose-changes.ts";

const PROPOSAL = { branch: "bump/document", base: "main", title: "Take it", body: "All of it." };

test("without a change nothing is proposed", async () => {
  const { git, commands } = recorder({});
  expect(await proposeChanges(git, PROPOSAL)).toBeUndefined();
  expect(commands).toEqual(["git status --porcelain"]);
});

test("a change is pushed to its branch, and a pull request opened", async () => {
  const { git, commands } = recorder({ "git status": " M a", "gh pr create": "https://example.test/pull/1" });
  expect(await proposeChanges(git, PROPOSAL)).toBe("https://example.test/pull/1");
  expect(commands).toContain("git push --force origin HEAD:refs/heads/bump/document");
  expect(commands.at(-1)).toBe("gh pr create --head bump/document --base main --title Take it --body All of it.");
});

test("a pull request that is open is brought up to date", async () => {
  const { git, commands } = recorder({ "git status": " M a", "gh pr list": "https://example.test/pull/1" });
  expect(await proposeChanges(git, PROPOSAL)).toBe("https://example.test/pull/1");
  expect(commands.at(-1)).toBe("gh pr edit https://example.test/pull/1 --title Take it --body All of it.");
});

test("a push that fails is an error with what git said, and opens nothing", async () => {
  const { git, commands } = recorder({ "git status": " M a" }, "git push");
  await expect(proposeChanges(git, PROPOSAL)).rejects.toThrow("refused");
  expect(commands.some((command) => command.startsWith("gh pr"))).toBe(false);
});

function recorder(answers: Record<string, string>, failing = "none") {
  const commands: string[] = [];
  const run = (command: readonly string[]) => {
    const line = command.join(" ");
    commands.push(line);
    if (line.startsWith(failing)) return Promise.resolve({ code: 1, output: "refused" });
    const known = Object.keys(answers).find((start) => line.startsWith(start));
    return Promise.resolve({ code: 0, output: known === undefined ? "" : (answers[known] ?? "") });
  };
  return { git: createGit(run, "."), commands };
}
