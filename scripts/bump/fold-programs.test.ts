import { expect, test } from "vitest";
import { foldPrograms } from "./fold-programs.ts";

const WIDE = 'const emails = await svc.personas.emails.list("p1", { only_unread: true, limit: 10 });';
const FOLDED = `const emails = await svc.personas.emails.list("p1", {
  only_unread: true,
  limit: 10,
});`;

test("a program that is too wide is folded, and nothing else of its page is touched", () => {
  const page = (program: string) => `${WIDE}\n\n\`\`\`ts continued\n${program}\n\`\`\`\n\n\`\`\`js\nf( 1 )\n\`\`\`\n`;
  expect(foldPrograms(page(WIDE))).toBe(page(FOLDED));
});

test("what is no program stays as it is", () => {
  const page = `\`\`\`ts\nconst { = ${"x".repeat(80)}\n\`\`\`\n`;
  expect(foldPrograms(page)).toBe(page);
});
