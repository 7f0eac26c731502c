import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { javascriptLanguage } from "@codemirror/lang-javascript";
import { bracketMatching, syntaxHighlighting } from "@codemirror/language";
import { EditorState, type Extension, Prec } from "@codemirror/state";
import { drawSelection, EditorView, keymap, lineNumbers } from "@codemirror/view";
import { classHighlighter } from "@lezer/highlight";

/** A small editor of JavaScript. */
export interface Editor {
  code(): string;
  setCode(code: string): void;
  focus(): void;
}

/** Events of the editor. */
export interface EditorEvents {
  readonly onRun: () => void;
  /** The code is another one. */
  readonly onEdit: (code: string) => void;
}

/** Further parts of the editor. */
export interface EditorOptions extends EditorEvents {
  readonly help: Extension;
}

/** Makes an editor in an element. Tab leaves it, so that the keyboard is not caught. */
export function createEditor(parent: HTMLElement, { onRun, onEdit, help }: EditorOptions): Editor {
  const run = (): boolean => {
    onRun();
    return true;
  };
  const extensions = [
    Prec.highest(keymap.of([{ key: "Mod-Enter", run }])),
    lineNumbers(),
    history(),
    drawSelection(),
    bracketMatching(),
    help,
    EditorState.tabSize.of(2),
    EditorView.lineWrapping,
    javascriptLanguage,
    syntaxHighlighting(classHighlighter),
    EditorView.contentAttributes.of({ "aria-label": "Code to run", spellcheck: "false", autocapitalize: "off" }),
    EditorView.updateListener.of(({ docChanged, state }) => {
      if (docChanged) onEdit(state.doc.toString());
    }),
    keymap.of([...defaultKeymap, ...historyKeymap]),
  ];
  const view = new EditorView({ parent, state: EditorState.create({ extensions }) });
  return {
    code: () => view.state.doc.toString(),
    setCode(code) {
      // A new state: undo does not lead back to another example.
      view.setState(EditorState.create({ doc: code, extensions }));
      onEdit(code);
    },
    focus: () => view.focus(),
  };
}
