import { expect, test } from "vitest";
import { findSuccessions } from "./command.ts";

test("versions of a service follow each other by number, whatever their format", () => {
  const files = [
    "a_json_Pay_v9.json",
    "a_yaml_Pay_v10.yaml",
    "a_json_Pay_v10.json",
    "a_yaml_Pay_v30.yaml",
    "b_Other_v1.json",
  ];
  expect(findSuccessions(files.map((name) => `/corpus/${name}`))).toEqual([
    { name: "a_Pay v9 → v10", old: "/corpus/a_json_Pay_v9.json", now: "/corpus/a_yaml_Pay_v10.yaml" },
    { name: "a_Pay v10 → v30", old: "/corpus/a_yaml_Pay_v10.yaml", now: "/corpus/a_yaml_Pay_v30.yaml" },
  ]);
});

test("a preview follows what it previews, and nothing where that is not there", () => {
  expect(findSuccessions(["chat.json", "chat_preview.json", "alone_preview.yaml"])).toEqual([
    { name: "chat stable → preview", old: "chat.json", now: "chat_preview.json" },
  ]);
});
