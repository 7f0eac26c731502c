import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  completionKeymap,
} from "@codemirror/autocomplete";
import type { Extension } from "@codemirror/state";
import { EditorView, hoverTooltip, keymap } from "@codemirror/view";
import type { Language } from "../host/connect-language.ts";
import type { Completions, Described } from "../language/protocol.ts";
import type { ServiceName } from "../service/service.ts";
import { element } from "./element.ts";

/** Kinds of the compiler by the kinds that have an icon. */
const ICONS: Readonly<Record<string, string>> = { "local function": "function", let: "variable", var: "variable" };

/**
 * Completion, and what is known of the name under the pointer, from the types of the SDK. The language service is loaded
 * when the editor first has the focus.
 *
 * @param service that the code calls, asked for with each question
 */
export function languageHelp(language: Language, service: () => ServiceName): Extension {
  const complete = async (context: CompletionContext): Promise<CompletionResult | null> => {
    const isWanted = context.explicit || context.matchBefore(/[\w$.'"]$/) !== null;
    if (!isWanted) return null;
    const question = { code: context.state.doc.toString(), at: context.pos, service: service() };
    const found = (await language.ask({ ask: "complete", ...question })) as Completions | undefined;
    if (found === undefined || found.options.length === 0) return null;
    const options = found.options.map(({ label, type, boost }): Completion => {
      const info = async (): Promise<Node | null> => {
        const described = await language.ask({ ask: "detail", ...question, label });
        return described === undefined ? null : describedNode(described as Described);
      };
      return { label, type: ICONS[type] ?? type, boost, info };
    });
    return { from: found.from, options, validFor: /^[\w$]*$/ };
  };
  return [
    autocompletion({ override: [complete], icons: false }),
    keymap.of(completionKeymap),
    hoverTooltip(async ({ state }, at) => {
      const found = await language.ask({ ask: "hover", code: state.doc.toString(), at, service: service() });
      if (found === undefined) return null;
      const described = found as Described;
      return { pos: described.from, end: described.to, create: () => ({ dom: describedNode(described) }) };
    }),
    EditorView.domEventHandlers({ focus: () => language.load() }),
  ];
}

function describedNode({ signature, text }: Described): HTMLElement {
  return element(
    "div",
    { class: "described" },
    element("code", {}, signature),
    text === "" ? undefined : element("p", {}, text),
  );
}
