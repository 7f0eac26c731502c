import { operationTexts } from "virtual:operation-texts";
import type { Ended, PrintedLine } from "../host/protocol.ts";
import { byId, element, makeScrollable, setText } from "./element.ts";
import { tree } from "./tree.ts";

/** Value and prints of a run, and below them the type that was promised. */
export interface ResultView {
  /** Shows the declared type of the method that code calls, if it calls one. */
  promise(code: string): void;
  /** Takes away what the last run gave. */
  clear(): void;
  begin(): void;
  print(line: PrintedLine): void;
  end(ended: Ended): void;
}

/** Lines of the console that are kept. */
const LINES = 500;

export function createResultView(): ResultView {
  const result = byId("result");
  const printed = byId("printed");
  const took = byId("took");
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
        typeof value === "string" ? element("span", {}, value) : tree(value, undefined, 2),
      );
      printed.append(element("div", { class: `line ${level}` }, ...parts));
    },
    end({ kind, value, isNothing, tookMs }) {
      setText(took, `${tookMs.toLocaleString("en")} ms on the fake's clock`);
      const hint = "The code returned nothing: return a value to see it here.";
      const hasFailed = kind === "rejected" || value.error !== undefined;
      result.replaceChildren(hasFailed ? element("div", { class: "failed" }, tree(value)) : tree(value));
      if (isNothing && !hasFailed) result.append(element("p", { class: "muted small" }, hint));
    },
  };
}

/** The first method of a client that is called. */
function methodIn(code: string): string | undefined {
  const called = [...code.matchAll(/\b\w+\s*\.\s*([\w.]+)\s*\(/g)].map(([, name = ""]) => name);
  return called.find((name) => Object.hasOwn(operationTexts, name));
}

function prefixOf(method: string): string {
  return method.slice(0, method.lastIndexOf(".") + 1);
}
