import { operationTexts } from "virtual:operation-texts";
import type { Outcome } from "../code/run-code.ts";
import type { Printed } from "../code/scope.ts";
import { byId, element, makeScrollable, setText } from "./element.ts";
import { inline, tree } from "./tree.ts";

/** What a run gave and printed, beside the type that was promised. */
export interface ResultView {
  /** Shows the declared type of the method that code calls, if it calls one. */
  promise(code: string): void;
  /** Takes away what the last run gave. */
  clear(): void;
  begin(): void;
  print(line: Printed): void;
  end(outcome: Outcome, tookMs: number): void;
}

/** Lines of the console that are kept. */
const LINES = 500;

export function createResultView(): ResultView {
  const result = byId("result");
  const printed = byId("printed");
  const took = byId("took");
  // Where both do not fit side by side, the value comes first.
  byId<HTMLDetailsElement>("type").open = !matchMedia("(max-width: 760px)").matches;
  makeScrollable(result, "What the code resolved to");
  makeScrollable(byId("type-text"), "Declarations of the types");
  const clear = (text: string): void => {
    printed.replaceChildren();
    setText(took, "");
    result.replaceChildren(element("p", { class: "muted" }, text));
  };
  return {
    clear: () => clear("Run the call to see what it resolves to."),
    begin: () => clear("Running …"),
    promise(code) {
      const method = methodIn(code);
      const text = operationTexts[method ?? ""];
      byId("type").hidden = text === undefined;
      if (method === undefined || text === undefined) return;
      setText(byId("type-name"), method);
      setText(byId("type-text"), [`${prefixOf(method)}${text.signature}`, text.types].join("\n\n").trim());
    },
    print({ level, values }) {
      if (printed.childElementCount >= LINES) return;
      const parts = values.map((value) =>
        typeof value === "object" && value !== null ? tree(value, undefined, 2) : element("span", {}, inline(value)),
      );
      printed.append(element("div", { class: `line ${level}` }, ...parts));
    },
    end(outcome, tookMs) {
      setText(took, `${tookMs.toLocaleString("en")} ms on the fake's clock`);
      if ("error" in outcome) result.replaceChildren(element("div", { class: "failed" }, tree(outcome.error)));
      else result.replaceChildren(...valueNodes(outcome.value));
    },
  };
}

function valueNodes(value: unknown): HTMLElement[] {
  const node = tree(value);
  if (value !== undefined) return [node];
  return [node, element("p", { class: "muted small" }, "The code returned nothing: return a value to see it here.")];
}

/** The first method of a client that is called. */
function methodIn(code: string): string | undefined {
  const called = [...code.matchAll(/\b\w+\s*\.\s*([\w.]+)\s*\(/g)].map(([, name = ""]) => name);
  return called.find((name) => Object.hasOwn(operationTexts, name));
}

function prefixOf(method: string): string {
  return method.slice(0, method.lastIndexOf(".") + 1);
}
