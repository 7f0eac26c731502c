import { copyOf, type Edited } from "../../test/support/pet-document.ts";
import type { PolicyCase } from "../../test/support/policy-case.ts";

const get = (document: Edited): Edited => document.paths["/pets/{petId}"].get;
const JSON_DATA = {
  type: "string",
  contentMediaType: "application/json",
  contentSchema: { type: "object", properties: { text: { type: "string" } } },
};
const GROWS = { level: "minor", back: "major" } as const;
const event = (name: string): object => ({
  type: "object",
  required: ["event"],
  properties: { event: { const: name }, data: { type: "string" } },
});
const stream = (document: Edited): Edited => get(document).responses[200].content["text/event-stream"].itemSchema;
const item = (document: Edited): Edited => stream(document).properties.data.contentSchema;

/** Makes the answer a stream: of JSON, or of events of these names with text. */
function toStream(...names: readonly string[]): (document: Edited) => void {
  const data = { type: "object", properties: { data: copyOf(JSON_DATA) } };
  const itemSchema = names.length > 0 ? { oneOf: names.map(event) } : data;
  return (document) => {
    get(document).responses[200] = { description: "It", content: { "text/event-stream": copyOf({ itemSchema }) } };
  };
}

/** Changes of the items of streams. */
export const STREAM_CASES: readonly PolicyCase[] = [
  {
    row: "an item of a stream gains a property",
    from: toStream(),
    edit: (d) => (item(d).properties.more = {}),
    ...GROWS,
  },
  {
    row: "an item of a stream loses a property",
    from: toStream(),
    edit: (d) => delete item(d).properties.text,
    level: "major",
    back: "minor",
  },
  {
    row: "an event name is added",
    from: toStream("a", "b"),
    edit: (d) => stream(d).oneOf.push(event("c")),
    level: "major",
    back: "major",
    open: "minor",
  },
  {
    row: "the data of an event becomes JSON",
    from: toStream("a", "b"),
    edit: (d) => (stream(d).oneOf[0].properties.data = JSON_DATA),
    level: "major",
    back: "major",
  },
  {
    row: "a stream ends by a mark",
    from: toStream(),
    edit: (d) => (get(d).responses[200].content["text/event-stream"]["x-svc-stream"] = { end: "[DONE]" }),
    level: "major",
    back: "major",
    labels: ["runtime"],
  },
];
