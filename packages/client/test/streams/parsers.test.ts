import { expect, test } from "vitest";
import { createItemDecoder } from "../../src/streams/decode-items.ts";
import { createRandom } from "../fuzz/random.ts";

const START = { lastId: "", retryMs: undefined };

interface Event {
  readonly event?: string;
  readonly data: string;
  readonly id?: string;
}

interface Reading {
  readonly events: readonly Event[];
  readonly lastId: string;
  readonly retryMs: number | undefined;
}

/**
 * The WHATWG algorithm, step by step over the whole text: what our parser is compared with. Of an event only its own id is
 * kept.
 */
function readAll(bytes: Uint8Array): Reading {
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes).replace(/^\ufeff/, "");
  const lines = text.split(/\r\n|\n|\r/);
  // The text after the last line end is no line.
  lines.pop();
  const events: Event[] = [];
  let [data, type, lastId] = ["", "", ""];
  let id: string | undefined;
  let retryMs: number | undefined;
  for (const line of lines) {
    if (line === "") {
      lastId = id ?? lastId;
      if (data !== "") {
        const event = { data: data.slice(0, -1), ...(type !== "" && { event: type }), ...(id !== undefined && { id }) };
        events.push(event);
      }
      [data, type, id] = ["", "", undefined];
      continue;
    }
    const [, field = "", value = ""] = /^([^:]*)(?::\x20?(.*))?$/su.exec(line) ?? [];
    if (field === "event") type = value;
    if (field === "data") data += `${value}\n`;
    if (field === "id" && !value.includes("\0")) id = value;
    if (field === "retry" && /^[0-9]+$/.test(value)) retryMs = Number(value);
  }
  return { events, lastId, retryMs };
}

function decode(parts: readonly Uint8Array[]): Reading {
  const decoder = createItemDecoder("text/event-stream", {}, START);
  const items = [...parts.flatMap((part) => decoder.push(part)), ...decoder.end().items];
  const events = items.map((item) => (item.kind === "item" ? (item.value as Event) : { data: item.kind }));
  return { events, ...decoder.position };
}

const PIECES = [
  ...[
    "data",
    "data:",
    "data: a",
    "data:  b",
    'data:{"x":[1,2]}',
    "event: step",
    "event:",
    "id: 1",
    "id",
    "id: a\0b",
    "id: ü",
  ],
  ...[
    "retry: 10",
    "retry: 1x",
    "retry:",
    ": comment",
    ":",
    "unknown: x",
    "dat",
    "data: é😀\ufffd",
    "\ufeffdata: bom",
    " data: x",
  ],
];
const ENDS = ["\n", "\r", "\r\n", "\n\n", "\r\r", "\r\n\r\n", "\n\r", "\r\n\n"];

/** A made-up stream of bytes; now and then it is not even UTF-8. */
function makeStream(draw: () => number): Uint8Array {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(draw() * list.length)] as T;
  const count = Math.floor(draw() * 14);
  const text =
    Array.from({ length: count }, () => pick(PIECES) + pick(ENDS)).join("") + (draw() < 0.3 ? pick(PIECES) : "");
  const bytes = new TextEncoder().encode((draw() < 0.2 ? "\ufeff" : "") + text);
  if (draw() < 0.1 && bytes.length > 0) bytes[Math.floor(draw() * bytes.length)] = Math.floor(draw() * 256);
  return bytes;
}

function cut(bytes: Uint8Array, draw: () => number): Uint8Array[] {
  const parts: Uint8Array[] = [];
  const most = draw() < 0.3 ? 2 : 40;
  for (let at = 0; at < bytes.length; ) {
    const size = Math.floor(draw() * most) + (draw() < 0.1 ? 0 : 1);
    parts.push(bytes.subarray(at, at + size));
    at += size;
  }
  return parts;
}

const CASES = process.env["SVC_PROOFS"] ? 100_000 : 3_000;
const SEED = Number(process.env["SVC_SEED"] ?? 1);

test(`${CASES} chunkings of made-up streams give what the reference parser reads in the whole`, () => {
  const draw = createRandom(SEED).next;
  for (let index = 0; index < CASES; index++) {
    const bytes = makeStream(draw);
    const parts = cut(bytes, draw);
    expect(decode(parts), JSON.stringify([SEED, index, new TextDecoder().decode(bytes)])).toEqual(readAll(bytes));
  }
});

test(`${CASES / 10} chunkings of made-up JSON values give the values, whatever stands between them`, () => {
  const draw = createRandom(SEED).next;
  const pick = <T>(list: readonly T[]): T => list[Math.floor(draw() * list.length)] as T;
  const values = [{ a: 1 }, [1, [2]], 'te}x{t\\"\n', { "}": ["{", "\u001e"], b: { c: "😀" } }, [], {}, ""];
  for (let index = 0; index < CASES / 10; index++) {
    const wanted = Array.from({ length: Math.floor(draw() * 6) }, () => pick(values));
    const isIndented = draw() < 0.3;
    const before = pick(["", "", "\u001e", "  "]);
    const after = pick(["\n", "\r\n", "", "\n\n", " "]);
    const text = wanted.map((value) => before + JSON.stringify(value, null, isIndented ? 2 : 0) + after).join("");
    const decoder = createItemDecoder("application/jsonl", {}, START);
    const parts = cut(new TextEncoder().encode(text), draw);
    const found = [...parts.flatMap((part) => decoder.push(part)), ...decoder.end().items];
    const read = found.map((item) => (item.kind === "item" ? item.value : item.kind));
    expect(read, JSON.stringify([SEED, index, text])).toEqual(wanted);
  }
});

test.each(["[DONE]", "END OF STREAM", '{"done": true}', "x[DONE]", 'bye"'])(
  "the line %s ends a stream of values, however it is cut",
  (end) => {
    const draw = createRandom(SEED).next;
    const bytes = new TextEncoder().encode(`{"a":1}\n{"b":\n[2]}\r\n${end}\r\n`);
    for (let index = 0; index < 100; index++) {
      const parts = index === 0 ? [bytes] : cut(bytes, draw);
      const decoder = createItemDecoder("application/jsonl", { end }, START);
      const items = [...parts.flatMap((part) => decoder.push(part)), ...decoder.end().items];
      expect(items.map((item) => (item.kind === "item" ? item.value : item.kind))).toEqual([
        { a: 1 },
        { b: [2] },
        "end",
      ]);
      expect(decoder.held).toBe(0);
    }
  },
);
