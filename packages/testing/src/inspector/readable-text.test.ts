import { expect, test } from "vitest";
import { readableText } from "./readable-text.ts";

test.each([
  ["<p>Your code is <b>418</b> <b>205</b>.</p>", "Your code is 418 205."],
  ["<h1>Hello</h1><p>a<br>b</p><div>c</div>", "Hello\na\nb\nc"],
  ["<style>p { color: red }</style><title>t</title><script>1</script>x", "x"],
  ["<STYLE>p{}</Style >x<!-- 123456 -->y", "xy"],
  ["a&nbsp;b &amp;amp; &lt;c&gt; &#49;&#x32; &unknown;", "a b &amp; <c> 12 &unknown;"],
  ["1 < 2 and 3 <4", "1 < 2 and 3 <4"],
  ["&#9999999999; &#xffffff;", "&#9999999999; &#xffffff;"],
  ["<!doctype html><html><head><meta charset=utf-8></head><body>x</body></html>", "x"],
  ["<p", ""],
  ["<script>", ""],
  ["", ""],
])("%j", (html, text) => {
  expect(readableText(html)).toBe(text);
});

test.each(["<", "<style>", "<!--", "</", "<p", "<style></styl", "&", "\n \n", "<script></script"])(
  "time grows with the text: %j",
  (part) => {
    const begin = process.cpuUsage();
    readableText(part.repeat(20_000));
    expect(process.cpuUsage(begin).user).toBeLessThan(2_000_000);
  },
);
