import { type Content, deref, type ItemStream, type Model, type Schema } from "@svc/model";
import { code, type Markdown, md } from "../../quote/index.ts";
import { typeText } from "../type-text.ts";
import { fieldList, type Member, memberList } from "./members.ts";
import type { PageContext } from "./page-context.ts";

/** The items of a stream, how it ends, and the fields of what it holds. */
export function streamSection({ mediaType }: Content, stream: ItemStream, context: PageContext): Markdown {
  const { model } = context;
  const { framing, item, end, error } = stream;
  const isEvents = framing === "events";
  const what = isEvents ? md`Server-sent events` : md`Items of the type ${code(typeText(item, model))}`;
  const ended = end === undefined ? md`` : md` ${code(end)} ends the stream.`;
  const failed = error === undefined ? md`` : md` The event ${code(error)} is an error.`;
  return md`

    ${what}, ${code(mediaType)}.${ended}${failed}
    ${isEvents ? eventList(item, context) : fieldList(item, context)}
  `;
}

/** The events by their names with the types of their data, and the fields of the data. */
function eventList(item: Schema, context: PageContext): Markdown {
  const { model } = context;
  const events = (item.oneOf ?? [item]).map((one) => deref(one, model.schemas));
  const fields = events.map(({ properties = {} }) => fieldList(properties["data"] ?? {}, context));
  return md`
    ${memberList(
      events.map((event) => toMember(event, model)),
      context,
    )}
    ${[...new Set(fields)]}
  `;
}

function toMember({ properties = {}, description }: Schema, model: Model): Member {
  const name = deref(properties["event"] ?? {}, model.schemas);
  const isOpen = name.const === undefined && name.enum === undefined;
  const type = typeText(properties["data"] ?? {}, model);
  return { name: isOpen ? "data" : typeText(name, model), type, notes: [], description, more: "" };
}
