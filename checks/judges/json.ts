import { readJson } from "@svc/model";
import { parseJson } from "../../engines/fastapi-validation/src/json/json.ts";
import { createValueParser } from "../../packages/client/src/streams/value-parser.ts";
import { parseExact } from "../../packages/client/src/values/exact-json.ts";
import { type Case, type Judge, readSuite } from "./judge.ts";

/** Whether each parser accepts a text. */
const PARSERS: { readonly [name: string]: (text: string) => boolean } = {
  "bodies of the fake": (text) => "value" in parseJson(text),
  documents: (text) => "value" in readJson(text, {}),
  "exact integers": (text) => parseExact(text) !== Symbol.iterator,
  "values of a stream": (text) => {
    const parser = createValueParser();
    const values = [...parser.push(text), ...parser.end()];
    return values.length === 1 && values.every(({ isBad }) => !isBad);
  },
};

/** The texts that must be accepted or refused; of others only that they are read or refused, and nothing else happens. */
function judgeText(path: string, bytes: Buffer): Case[] {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return [];
  }
  const due = { y: true, n: false }[path.slice(0, 1)];
  return Object.entries(PARSERS).map(([parser, accepts]) => {
    let accepted: boolean;
    try {
      accepted = accepts(text);
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      accepted = false;
    }
    return { name: `${parser}: ${path}`, input: text, got: accepted, due: due ?? accepted };
  });
}

export const json: Judge = {
  suite: "JSONTestSuite",
  version: "2016, RFC 8259",
  judged: "readers of JSON: the fake's, the document's, the client's",
  aside: ["bytes that are no UTF-8: they are decoded before"],
  wanted: [
    [
      /^bodies of the fake: n_number_(?:NaN|infinity|minus_infinity|-?Infinity|nan)/i,
      "Python's `json` reads `NaN` and `Infinity`, and the fake answers as it does",
    ],
  ],
  judge: () => [...readSuite("json")].flatMap(([path, bytes]) => judgeText(path, bytes)),
};
