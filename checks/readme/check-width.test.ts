import { expect, test } from "vitest";
import { checkWidth } from "./check-width.ts";
import { codeBlocks } from "./code-blocks.ts";

const wide = "x".repeat(73);

test.each([
  ["code of 73 columns", `# A\n\n\`\`\`sh\nls\n${wide}\n\`\`\`\n`, ["a.md:5: 73 columns of code, over 72"]],
  ["code of 72 columns", `\`\`\`ts\n${wide.slice(1)}\n\`\`\`\n`, []],
  ["output, which wraps", `\`\`\`text\n${wide}\n\`\`\`\n`, []],
  ["text between blocks", `${wide}\n`, []],
])("%s", (_, markdown, findings) => {
  expect(checkWidth([{ path: "a.md", folder: "a", markdown, blocks: codeBlocks(markdown) }])).toEqual(findings);
});
