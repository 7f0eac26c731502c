import { readdirSync, readFileSync } from "node:fs";
import { createModel, type Model } from "@svc/model";
import { expect, test } from "vitest";
import { allSteps, responseOf } from "../test/support/validate-document.ts";
import { createRequestValidator } from "./create-request-validator.ts";

const folder = new URL("../../model/fixtures/hostile/", import.meta.url);
const files = readdirSync(folder).filter((name) => name.endsWith(".json") && name !== "manifest.json");

/** The models of the documents that are not refused. */
function models(): (readonly [name: string, model: Model])[] {
  return files.flatMap((name) => {
    try {
      return [[name, createModel(JSON.parse(readFileSync(new URL(name, folder), "utf8")))] as const];
    } catch {
      return [];
    }
  });
}

const bodies = ["{}", "[]", "null", '"x"', '{"a":{"b":[1,{"c":null}]}}', '{"__proto__":1,"constructor":2}'];
const queries = ["", "?a=1&filter[x]=1&constructor=1&__proto__=2&toString=3"];

test.each(models())(
  "every operation of %s validates any request, or rejects it with a status of its own",
  (_, model) => {
    const validate = allSteps(createRequestValidator(model, { checkCredential: () => undefined }));
    for (const { method, path } of model.operations) {
      const target = encodeURI(path.replace(/\{[^}]*\}/g, "1"));
      for (const text of bodies) {
        for (const query of queries) {
          const body = new TextEncoder().encode(text);
          const headers: [string, string][] = [
            ["content-type", "application/json"],
            ["cookie", "a=1; __proto__=5"],
          ];
          const request = {
            method: method.toUpperCase(),
            target: target + query,
            headers,
            body,
            origin: "http://host",
          };
          const validated = validate(request);
          if (validated.kind === "invalid") expect([422, 500]).toContain(responseOf(validated).status);
          else if (validated.kind === "response")
            expect([307, 400, 401, 404, 405, 500]).toContain(responseOf(validated).status);
          else expect(validated.operation).toBeDefined();
        }
      }
    }
    expect(Object.hasOwn(Object.prototype, "a")).toBe(false);
  },
);
