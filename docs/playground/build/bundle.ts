import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build, type Plugin } from "esbuild";
import { runCommand } from "../../../scripts/toolkit/run-command.ts";
import { ROOT, TOOLS } from "../../../scripts/toolkit/tools.ts";
import { describeOperations } from "./describe-operations.ts";
import { readTypeFiles } from "./type-files.ts";

/** How the page is built. */
export interface BundleOptions {
  /** Folder that the files are written to. Files of other names in it stay. */
  readonly out: string;
  /** Address of the documentation, relative to the page; without it the page has no link there. */
  readonly home?: string | undefined;
}

/** A file that was written. */
export interface WrittenFile {
  readonly path: string;
  readonly bytes: number;
  readonly gzipBytes: number;
}

const SOURCE = fileURLToPath(new URL("../src/", import.meta.url));
/** SDK of the second service. */
const AGENTS = fileURLToPath(new URL("../.cache/agents", import.meta.url));

/**
 * Writes the page: one document, one script, one style, which name each other by relative addresses, so that they work
 * under any path and from the file system.
 */
export async function bundle({ out, home }: BundleOptions): Promise<WrittenFile[]> {
  await generateAgents();
  const { outputFiles } = await build({
    entryPoints: {
      playground: join(SOURCE, "main.ts"),
      agents: join(SOURCE, "agents.ts"),
      language: join(SOURCE, "language/worker.ts"),
      try: join(SOURCE, "try.ts"),
      style: join(SOURCE, "page/style.css"),
    },
    outdir: join(out, "assets"),
    write: false,
    bundle: true,
    minify: true,
    // A classic script: browsers load no modules from the file system.
    format: "iife",
    target: ["es2022", "chrome109", "firefox115", "safari16.4"],
    conditions: ["@svc/source"],
    define: { "import.meta.url": '""' },
    // The compiler asks for them where it runs in Node.js.
    external: ["node:*", "fs", "path", "os", "inspector", "perf_hooks"],
    plugins: [
      withoutNode,
      withoutEmitter,
      virtual("operation-texts", () => ({ operationTexts: describeOperations() })),
      virtual("type-files", () => ({ typeFiles: readTypeFiles() })),
    ],
    loader: { ".yaml": "text" },
    legalComments: "none",
    logLevel: "silent",
  });
  await rm(join(out, "assets"), { recursive: true, force: true });
  await mkdir(join(out, "assets"), { recursive: true });
  const template = await readFile(join(SOURCE, "page/index.html"), "utf8");
  const link = home === undefined ? "" : `<a href="${home}">Documentation</a>`;
  const html = Buffer.from(template.replace("<!-- home -->", link));
  const files = [...outputFiles, { path: join(out, "index.html"), contents: html }];
  for (const { path, contents } of files) await writeFile(path, contents);
  return files.map(({ path, contents }) => ({
    path,
    bytes: contents.length,
    gzipBytes: gzipSync(contents, { level: 9 }).length,
  }));
}

/** Makes the SDK of the second service, unless it is there already. */
async function generateAgents(): Promise<void> {
  const generate = ["main.ts", "generate", "--spec", join(SOURCE, "service/agents.yaml"), "--out", AGENTS];
  const { code, output } = await runCommand([...TOOLS.node, "--conditions=@svc/source", ...generate], { cwd: ROOT });
  if (code !== 0) throw new Error(`The SDK of agents.yaml cannot be generated:\n${output}`);
}

/** The fake's ways in that need Node.js: servers and interception. Nothing in a page can call them. */
const withoutNode: Plugin = {
  name: "without-node",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\/adapters\/(http|nock\/intercept)\.ts$/ }, ({ path }) => ({
      path: path.includes("nock") ? "intercept" : "listen",
      namespace: "without-node",
    }));
    onLoad({ filter: /.*/, namespace: "without-node" }, ({ path }) => ({
      contents: `export function ${path}() { throw new Error("fake.${path}() needs Node.js; in a page there is fake.fetch."); }`,
    }));
  },
};

/** What writes declarations of whole documents, which no page does: what is left of it is dropped. */
const withoutEmitter: Plugin = {
  name: "without-emitter",
  setup({ onResolve }) {
    onResolve({ filter: /^openapi-typescript$/ }, ({ path }) => ({ path, external: true, sideEffects: false }));
  },
};

/** The module `virtual:NAME`, with constants that are made when the page is built. */
function virtual(name: string, make: () => Readonly<Record<string, unknown>>): Plugin {
  return {
    name,
    setup({ onResolve, onLoad }) {
      onResolve({ filter: new RegExp(`^virtual:${name}$`) }, ({ path }) => ({ path, namespace: name }));
      onLoad({ filter: /.*/, namespace: name }, () => {
        const lines = Object.entries(make()).map(([key, value]) => `export const ${key} = ${JSON.stringify(value)};`);
        return { contents: lines.join("\n") };
      });
    },
  };
}
