import { ledgerOf, type Model } from "@svc/model";
import { type Code, code, join, literal, type Markdown, markdown, md, str, ts } from "../quote/index.ts";

/** The document as a typed constant, and its version. */
export function emitSpecConstant(document: unknown, version: string, banner: Code): Code {
  return ts`
    ${banner}

    /** The OpenAPI document, overlays applied. */
    export const document = ${literal(document)} as const;

    /** Version of the document: its \`info.version\`. */
    export const documentVersion = ${str(version)};
  `;
}

/** The list of questions to the service's owner: every `x-svc-unknown` of the document, by place. */
export function emitUnknowns(model: Model, banner: Markdown): Markdown {
  const groups = model.unknowns.map(
    ({ pointer, notShown }) => md`

      ## ${code(pointer === "" ? "/" : pointer)}

      ${notShown.map((question) => md`- ${markdown(question)}`)}`,
  );
  const count = model.unknowns.reduce((sum, { notShown }) => sum + notShown.length, 0);
  if (count === 0)
    return md`
    ${banner}

    # What is not known of the service

    The document marks nothing as open. ${code("x-svc-unknown")} in an overlay in ${code("spec/overlays/")} does, as a list of questions.
  `;
  return md`
    ${banner}

    # What is not known of the service

    The interface description does not show the following ${markdown(count === 1 ? "thing" : `${count} things`)}. The document leaves each of them open instead of
    guessing: a status that is not shown is the range ${code("2XX")}, a field whose presence is not shown is optional and nullable. An
    overlay in ${code("spec/overlays/")} that settles one removes it from this list.
    ${join(groups, "\n")}
  `;
}

/** The committed map from operations and schemas to their names, in the spec folder. */
export const LEDGER = "names.json";

/** The text of a model's ledger. */
export function writeLedger(model: Model): string {
  return `${JSON.stringify(ledgerOf(model), null, 2)}\n`;
}
