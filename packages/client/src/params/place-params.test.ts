import fc from "fast-check";
import { expect, test } from "vitest";
import { checkAddress, pathItems } from "./place-params.ts";

test("whatever is let through is one segment that comes back as it was", () => {
  const hostile = fc.oneof(fc.string({ unit: "binary" }), fc.stringMatching(/^[./\\%25eE{}?#:@ \t-]{0,8}$/));
  fc.assert(
    fc.property(hostile, (value) => {
      let encoded: string;
      try {
        encoded = pathItems("id", value)
          .map((item) => encodeURIComponent(item as string))
          .join();
      } catch {
        return;
      }
      const url = new URL(checkAddress(`https://api.example/v1/a/${encoded}/b`));
      const segments = url.pathname.split("/");
      expect([url.origin, segments.length, url.search, url.hash]).toEqual(["https://api.example", 5, "", ""]);
      expect(decodeURIComponent(segments[3] as string)).toBe(value);
    }),
    { seed: 1, numRuns: 5000 },
  );
});
