import type { HttpResponse } from "@svc/fastapi-validation";

/**
 * The console as a page: one document that asks nobody but the fake. Its policy allows exactly this script and this style, by
 * their hashes, and no markup from strings, so that nothing a request carries can run.
 *
 * @see https://www.w3.org/TR/CSP3/#grammardef-hash-source
 */
export async function consolePage(): Promise<HttpResponse> {
  // Loaded when somebody opens the page: no other process pays for it.
  const { bundleConsole } = await import("./bundle.ts");
  const { script, style } = await bundleConsole();
  const policy = [
    "default-src 'none'",
    `script-src ${await hashOf(script)}`,
    `style-src ${await hashOf(style)}`,
    "img-src data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ];
  const headers: [string, string][] = [
    ["content-type", "text/html; charset=utf-8"],
    ["content-security-policy", policy.join("; ")],
    ["x-content-type-options", "nosniff"],
    ["referrer-policy", "no-referrer"],
    ["cache-control", "no-store"],
  ];
  const body = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Fake service</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<noscript>The console needs JavaScript.</noscript>
<script>${script}</script>
</body>
</html>
`;
  return { status: 200, headers, body };
}

async function hashOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return `'sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}'`;
}
