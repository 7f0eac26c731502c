import { expect, test } from "vitest";
import { findOneTimeCode } from "./one-time-code.ts";

test.each([
  ["Your code is 418 205", "418205"],
  ["418 205 is your verification code", "418205"],
  ["Your login code\n\n  903112  \n\nIt expires in 10 minutes.", "903112"],
  ["G-482913 is your Google verification code.", "482913"],
  ["Use code 4821 to sign in. (c) 2026 Example Ltd.", "4821"],
  ["PIN: 2026", "2026"],
  ["Enter this code within 10 minutes: 123-456", "123456"],
  ["Verification code: WDJB-MJHT", "WDJB-MJHT"],
  ["Your one-time passcode\nK7M2QX\nDo not share it.", "K7M2QX"],
  ["Dein Bestätigungscode lautet 55 12 98.", "551298"],
  ["Su código de verificación es 771 204", "771204"],
  ["Votre code\u00a0: 8842", "8842"],
  ["【例】验证码 662901,五分钟内有效", "662901"],
  ["認証コード:004512", "004512"],
  ["Your code for order 20261122: 118822", "118822"],
  ["Call +1 415 555 2671 or enter the code 309 887", "309887"],
  ["https://example.test/verify?code=111111 or type the code 222222.", "222222"],
])("%j", (text, code) => {
  expect(findOneTimeCode(text)?.value).toBe(code);
});

test.each([
  "",
  "Your order 123456 was sent.",
  "The barcode of your parcel is 123456.",
  "Our zip code is 94107",
  "Welcome! Nothing to do here.",
  "The code will follow.",
  "https://example.test/?code=123456",
  "Your code of conduct training starts on 2026-11-22 at 10:30, and costs $1200.50.",
])("no code in %j", (text) => {
  expect(findOneTimeCode(text)).toBeUndefined();
});

test("what is shown is what stands there", () => {
  expect(findOneTimeCode("Your code is 418 205.")).toEqual({ shown: "418 205", value: "418205" });
});

test.each(["code ", "1234", "12 ", "A-", "A1B2", "codecode", "a".repeat(30)])(
  "time grows with the text: %j",
  (part) => {
    const begin = process.cpuUsage();
    findOneTimeCode(part.repeat(100_000));
    expect(process.cpuUsage(begin).user).toBeLessThan(2_000_000);
  },
);
