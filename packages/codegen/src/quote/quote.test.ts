import fc from "fast-check";
import typescript from "typescript";
import { expect, test } from "vitest";
import {
  code,
  comment,
  identifier,
  isIdentifier,
  json,
  jsonText,
  key,
  lineComment,
  literal,
  member,
  num,
  str,
  tag,
  ts,
  typedLiteral,
} from "./index.ts";

const PAYLOADS = [
  "x */ pwn_canary(); /* y",
  'x";pwn_canary();"y',
  "x';pwn_canary();'y",
  "x`;pwn_canary();`y",
  "v$\u007bpwn_canary()}w",
  "x\npwn_canary()\n//y",
  "x\rpwn_canary()\r//y",
  "x\u2028pwn_canary()\u2029//y",
  "x\u0085pwn_canary()\u000b\u000c//y",
  "x\\",
  'x\\";pwn_canary();//',
  "</script><script>pwn_canary()</script><!--",
  "@ts-ignore @ts-nocheck {@link x} @evil",
  "\u202eotua\u202c \u200b\ufeff\u0000\u001b[31m \ud800 \udb40\udc41",
  "__proto__",
  "",
];

/** Any text, with what means something to a parser more often than chance has it. */
const text: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...PAYLOADS),
  fc.string({ unit: "binary" }),
  fc
    .array(
      fc.constantFrom(
        "*/",
        "/*",
        "//",
        "`",
        "```",
        '"',
        "'",
        "\\",
        "\n",
        "\r",
        "\u2028",
        "$\u007b",
        "}",
        "@",
        "<",
        "-->",
        "[",
        "](",
        " ",
        "a",
        "\ud800",
      ),
      { maxLength: 12 },
    )
    .map((parts) => parts.join("")),
);

function parse(source: string): typescript.SourceFile {
  const file = typescript.createSourceFile("a.ts", source, typescript.ScriptTarget.Latest, true);
  expect((file as unknown as { parseDiagnostics: unknown[] }).parseDiagnostics).toEqual([]);
  return file;
}

function evaluate(source: string): unknown {
  const { outputText } = typescript.transpileModule(`return (${source});`, {
    compilerOptions: { target: typescript.ScriptTarget.ES2022 },
  });
  return new Function(`"use strict"; ${outputText}`)();
}

/** Rejects characters that a reader does not see; line ends excepted. */
function expectVisible(source: string): void {
  expect(source).not.toMatch(/[\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
  expect(source.replaceAll("\n", "")).not.toMatch(/\p{Cc}/u);
}

test("a string comes back as it was, through TypeScript, JavaScript and JSON", () => {
  fc.assert(
    fc.property(text, (value) => {
      const quoted = str(value);
      expectVisible(quoted);
      expect(quoted).not.toMatch(/<\/|<!|<script/i);
      expect(JSON.parse(quoted)).toBe(value);
      expect(evaluate(quoted)).toBe(value);
      const [statement] = parse(`const x = ${quoted};`).statements;
      const [declaration] = (statement as typescript.VariableStatement).declarationList.declarations;
      expect(declaration?.initializer).toMatchObject({ text: value });
    }),
  );
});

test("a property name is the same in object literals, types and access", () => {
  fc.assert(
    fc.property(text, (name) => {
      const value = evaluate(`{ ${key(name)}: 1 }`) as object;
      expect(Reflect.ownKeys(value)).toEqual([name]);
      expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
      expect(evaluate(`Object.fromEntries([[${str(name)}, 1]])${member(name)}`)).toBe(1);
      parse(`interface X { ${key(name)}: string }`);
    }),
  );
});

test("a comment holds any text: it ends where it should, and says nothing to tools", () => {
  fc.assert(
    fc.property(text, (value) => {
      for (const source of [
        comment(value),
        comment(value, tag("deprecated", value)),
        comment(undefined, tag("see", value)),
        lineComment(value),
      ]) {
        expectVisible(source);
        const file = parse(`${source}\nexport const x = 1;\n`);
        expect(file.statements).toHaveLength(1);
        const tags = typescript
          .getJSDocTags(file.statements[0] as typescript.Statement)
          .map(({ tagName }) => tagName.text);
        expect(tags.every((name) => name === "deprecated" || name === "see")).toBe(true);
        expect(tags.length).toBeLessThanOrEqual(1);
        expect(file.text).not.toMatch(/(?<![\w\\])@ts-|(?<!\\)#__PURE__|(?<!\\)\{@/);
      }
    }),
  );
});

test("comments read well", () => {
  expect(comment("Lists *emails*, see [docs](https://example.com/a).")).toBe(
    "/** Lists *emails*, see [docs](https://example.com/a). */",
  );
  expect(comment("One.\n\nTwo: a@b.c", tag("default", "10"))).toBe(
    "/**\n * One.\n *\n * Two: a@b.c\n * @default 10\n */",
  );
  expect(comment(" \n ")).toBe("");
  expect(comment(undefined)).toBe("");
});

test("a comment is inert Markdown as well: editors and TypeDoc render it", () => {
  expect(comment("[x](javascript:pwn_canary()) ![b](http://127.0.0.1:47999/b.png) <img src=x onerror=y>")).toBe(
    "/** \\[x\\](javascript:pwn_canary()) b \\<img src=x onerror=y> */",
  );
});

test("a JSON value comes back as it was", () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: "binary" }), (value) => {
      const source = literal(value);
      parse(`const x = ${source};`);
      expect(evaluate(source)).toEqual(value);
      expect(JSON.parse(json(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
  expect(evaluate(literal(JSON.parse('{"__proto__": {"a": 1}}')))).toEqual(JSON.parse('{"__proto__": {"a": 1}}'));
  expect(literal({ a: undefined, b: [-0, 1e21] })).toBe("{ b: [-0, 1e+21] }");
});

test("long texts come back as they were, from lines that are not long", () => {
  const lengthy = fc
    .array(fc.oneof(text, fc.constant("word "), fc.webUrl()), { maxLength: 40 })
    .map((parts) => parts.join(""));
  const widest = (source: string) => Math.max(...source.split("\n").map((line) => line.length));
  fc.assert(
    fc.property(lengthy, (value) => {
      expect(evaluate(typedLiteral({ a: [value] }))).toEqual({ a: [value] });
      expect(evaluate(jsonText(JSON.stringify(value)))).toEqual(JSON.stringify(value));
    }),
  );
  const plain = { says: ["word ".repeat(60), "w".repeat(300)], url: `https://a.example/${"path/".repeat(50)}` };
  expect(widest(typedLiteral(plain))).toBeLessThanOrEqual(120);
  expect(widest(jsonText(JSON.stringify(plain)))).toBeLessThanOrEqual(120);
  expect(literal(plain).split("\n")).toHaveLength(7);
});

test.each([Number.NaN, Number.POSITIVE_INFINITY, undefined, () => 1, 1n, Symbol("x")])("%s is no literal", (value) => {
  expect(() => literal({ value: [value] })).not.toThrow(SyntaxError);
  expect(() => literal([value])).toThrow(TypeError);
});

test("what is typed as a number but is none is not printed", () => {
  expect(() => num("1);pwn_canary();(" as unknown as number)).toThrow(TypeError);
  expect(() => str(1 as unknown as string)).toThrow(TypeError);
  expect(num(1.5)).toBe("1.5");
});

test("an identifier can be declared as type and constant, in strict mode", () => {
  for (const name of ["a", "$a", "_", "Ünï", "日本", "A1", "of", "async", "type", "Object", "constructor"]) {
    expect(isIdentifier(name)).toBe(true);
    parse(`export type ${identifier(name)} = string; export const ${name}2 = 1;`);
  }
  for (const name of [
    "",
    "1a",
    "a-b",
    "a b",
    "class",
    "await",
    "yield",
    "let",
    "static",
    "eval",
    "arguments",
    "any",
    "string",
    "undefined",
    "__proto__",
    "a\u200b",
    "e\u0301",
    "🙂",
    "a;b",
  ]) {
    expect(isIdentifier(name)).toBe(false);
    expect(() => identifier(name)).toThrow(TypeError);
  }
});

test("templates accept quoted text only, and keep lines and indentation in order", () => {
  const members = [
    ts`a: 1;`,
    ts`b: {
    c: 2;
  };`,
  ];
  const emitted = ts`
    export interface ${identifier("X")} {
      ${comment("One\n\nTwo")}
      ${members}
      ${[]}
    }
  `;
  expect(emitted).toBe(
    "export interface X {\n  /**\n   * One\n   *\n   * Two\n   */\n  a: 1;\n  b: {\n    c: 2;\n  };\n}\n",
  );
  // @ts-expect-error plain text is refused by the compiler
  expect(ts`${"text"}`).toBe("text");
  // @ts-expect-error and so is Markdown in TypeScript
  expect(ts`${code("text")}`).toBe("`text`");
});
