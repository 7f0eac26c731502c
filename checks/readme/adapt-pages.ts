import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { countLeftOut, leaveOut, putBack, relink } from "../../scripts/docs/left-out.ts";
import { ROOT } from "../../scripts/toolkit/tools.ts";
import { leadsSomewhere } from "./check-links.ts";
import { isOfWidth } from "./check-width.ts";
import type { CodeBlock } from "./code-blocks.ts";
import { type Page, readPages } from "./page.ts";
import { rewriteOutput } from "./rewrite-output.ts";

/** More would be examples that each need the one before. */
const ROUNDS = 5;

type Check = (pages: readonly Page[]) => Promise<readonly string[]>;

/**
 * Makes pages agree with the document that is here now: what was left out of them is tried again, outputs with made-up values are
 * written anew, and examples of what the document does not have are left out. Prints a line for each page that it has changed.
 *
 * @returns findings that are left to a person
 */
export async function adaptPages(paths: readonly string[], check: Check): Promise<readonly string[]> {
  const before = new Map(paths.map((path) => [path, readFileSync(join(ROOT, path), "utf8")]));
  for (const [path, text] of before)
    write(
      path,
      relink(putBack(text), (link) => leadsSomewhere(path, link)),
    );
  const version = documentVersion();
  const known = new Set<string>();
  const told: string[] = [];
  let waiting: readonly string[] = paths;
  let findings: readonly string[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const pages = await readPages(waiting);
    findings = await check(pages);
    const changed = pages.flatMap((page) => {
      const adapted = adaptPage(page, findings, { version, known, told });
      if (adapted !== page.markdown) write(page.path, adapted);
      return findings.some((finding) => finding.startsWith(`${page.path}:`)) ? [page.path] : [];
    });
    if (changed.length === 0) break;
    waiting = changed;
  }
  for (const [path, text] of before) {
    const back = countLeftOut(text) - countLeftOut(readFileSync(join(ROOT, path), "utf8"));
    if (back > 0) told.push(`${path}: ${back} left out before ${back === 1 ? "is" : "are"} back`);
  }
  for (const line of told) console.log(`adapted: ${line}`);
  return findings;
}

function write(path: string, text: string): void {
  writeFileSync(join(ROOT, path), text);
}

function documentVersion(): string {
  const { info } = parse(readFileSync(join(ROOT, "spec/openapi.yaml"), "utf8")) as { info: { version: unknown } };
  return String(info.version).replaceAll(/[^\w.+-]/g, "");
}

interface Adapting {
  readonly version: string;
  /** Places that have failed before: a slow machine fails once what holds. */
  readonly known: Set<string>;
  readonly told: string[];
}

/** A page without what fails, as far as its findings are of examples. */
function adaptPage(page: Page, findings: readonly string[], { version, known, told }: Adapting): string {
  const failed = groupsOf(page).flatMap((blocks) => {
    // What is too wide holds for the document all the same: a person breaks the line.
    const own = findings.filter((finding) => isOf(finding, page.path, blocks) && !isOfWidth(finding));
    return own.length === 0 ? [] : [{ blocks, own, version }];
  });
  let { markdown } = page;
  const left = failed.filter(({ blocks, own: [first = "", ...more] }) => {
    const place = `${page.path}:${blocks[0]?.line} ${blocks[0]?.code}`;
    const anew = known.has(place) ? undefined : withOutput(markdown, blocks, first);
    if (anew !== undefined) {
      markdown = anew;
      told.push(`${page.path}:${blocks[0]?.line}: what it prints is written anew`);
    }
    const isCertain = known.has(place) || [first, ...more].some((finding) => /: error TS\d+/.test(finding));
    known.add(place);
    if (anew === undefined && isCertain) told.push(`${first.split("\n", 1)[0]} (left out)`);
    return anew === undefined && isCertain;
  });
  return leaveOut(markdown, left);
}

/** Blocks of a page that stand and fall together: code that goes on in the next block, and each block of anything else. */
function groupsOf({ blocks }: Page): CodeBlock[][] {
  const groups: CodeBlock[][] = [];
  const last = new Map<string, CodeBlock[]>();
  for (const block of blocks) {
    const begun = block.info === "continued" ? last.get(block.language) : undefined;
    if (begun === undefined) {
      const group = [block];
      groups.push(group);
      last.set(block.language, group);
    } else begun.push(block);
  }
  return groups;
}

function isOf(finding: string, path: string, blocks: readonly CodeBlock[]): boolean {
  const [, line] = finding.startsWith(`${path}:`) ? (/^:(\d+):/.exec(finding.slice(path.length)) ?? []) : [];
  const at = Number(line);
  return blocks.some(({ line: begin, code }) => begin <= at && at < begin + code.split("\n").length);
}

/** The page with what a program prints now, where only that is wrong. */
function withOutput(markdown: string, blocks: readonly CodeBlock[], finding: string): string | undefined {
  const [, printed] = /^[^\n]*, but printed\n(.*)$/s.exec(finding) ?? [];
  const code = printed && rewriteOutput(blocks.map((block) => block.code).join(""), printed);
  if (!code) return undefined;
  const lines = markdown.split("\n");
  const rest = code.split("\n");
  for (const { line, code: old } of blocks) {
    const { length } = old.split("\n");
    lines.splice(line, length - 1, ...rest.splice(0, length - 1));
  }
  return lines.join("\n");
}
