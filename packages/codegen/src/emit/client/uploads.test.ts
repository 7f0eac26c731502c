import { modelOf } from "@svc/model/test-support/small-document";
import { expect, test } from "vitest";
import { bodyVariants, uploadRow } from "./uploads.ts";

const binary = { type: "string", format: "binary" };

function operationWith(content: object) {
  const model = modelOf({
    paths: { "/files": { post: { operationId: "create", requestBody: { content }, responses: { 200: {} } } } },
  });
  const [operation] = model.operations;
  if (operation === undefined) throw new Error("expected an operation");
  return { model, operation };
}

function optionsOf(content: object): string[] {
  const { model, operation } = operationWith(content);
  return bodyVariants(operation, model).map(({ options }) => options);
}

test("a form has what the document says of its parts", () => {
  const schema = { type: "object", properties: { file: binary, meta: { type: "object" }, at: { type: "object" } } };
  const encoding = {
    file: { contentType: "image/png, image/jpeg", headers: {} },
    meta: { contentType: "application/json" },
    at: { style: "deepObject", explode: true },
    plain: { explode: true },
  };
  const { operation } = operationWith({ "multipart/form-data": { schema, encoding } });
  expect(uploadRow(operation)).toEqual({
    parts: {
      file: { type: "image/png, image/jpeg" },
      meta: { type: "application/json" },
      at: { style: "deepObject" },
    },
  });
});

test("binary bodies and forms are uploads, JSON and urlencoded forms are none", () => {
  const rowOf = (content: object) => uploadRow(operationWith(content).operation);
  expect(rowOf({ "image/png": {} })).toEqual({});
  expect(rowOf({ "multipart/form-data": {} })).toEqual({ parts: {} });
  expect(rowOf({ "application/json": {} })).toBeUndefined();
  expect(rowOf({ "multipart/form-data": {}, "application/json": {} })).toBeUndefined();
  expect(rowOf({ "application/x-www-form-urlencoded": {} })).toBeUndefined();
});

test("a body takes streams where it may have files, without retries", () => {
  const form = (file: object) => ({
    "multipart/form-data": { schema: { type: "object", properties: { file } } },
  });
  expect(optionsOf(form(binary))).toEqual(["SentOnce", "UploadOptions"]);
  expect(optionsOf(form({ type: "array", items: binary }))).toEqual(["SentOnce", "UploadOptions"]);
  expect(optionsOf(form({ type: "string", contentMediaType: "image/png" }))).toEqual(["SentOnce", "UploadOptions"]);
  expect(optionsOf(form({ type: "string" }))).toEqual(["UploadOptions"]);
  expect(optionsOf({ "application/pdf": {} })).toEqual(["SentOnce", "UploadOptions"]);
  expect(optionsOf({ "application/json": {} })).toEqual([""]);
});
