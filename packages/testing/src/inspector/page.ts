import type { HttpResponse } from "@svc/fastapi-validation";
import { htmlResponse } from "./html-response.ts";
import { MARKUP } from "./markup.ts";
import { SCRIPT } from "./script.ts";
import { STYLE } from "./style.ts";

/**
 * The inspector page: one document that asks nobody but the fake. Its policy allows exactly this script and this style, by
 * their hashes, and no markup from strings, so that nothing a request carries can run.
 *
 * @see https://www.w3.org/TR/CSP3/#grammardef-hash-source
 */
export async function inspectorPage(): Promise<HttpResponse> {
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Fake service</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body>${MARKUP}
<script>${SCRIPT}</script>
</body>
</html>
`;
  const policy = [
    "default-src 'none'",
    `script-src ${await hashOf(SCRIPT)}`,
    `style-src ${await hashOf(STYLE)}`,
    "img-src data:",
    "connect-src 'self'",
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ];
  return htmlResponse(html, policy);
}

async function hashOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return `'sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}'`;
}
